"""What widgets draw with: columns that travel, figures of the build, colours."""
