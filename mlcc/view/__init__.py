"""What a person looks at: schedules step by step, and pages that show a compilation side by side.

Everything here reads what the driver made; it changes nothing and chooses nothing.
"""
