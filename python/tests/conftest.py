"""What holds for all tests."""

import signal

# A shell has commands that it starts in the background ignore interrupts, and so do the programs
# that these start. Some tests interrupt themselves, or a program.
signal.signal(signal.SIGINT, signal.default_int_handler)
