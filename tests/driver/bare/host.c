#include <stdio.h>

void put(const char *text) { fputs(text, stdout); }
