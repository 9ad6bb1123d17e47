"""Python's end of the worker: the only module that knows it runs in a browser."""

from js import postMessage

from attention.stage import Stage

receive = Stage(send=postMessage).receive
