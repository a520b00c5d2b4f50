/* The second bound: the rows of turns put into SQLite by nobody else, so many in a transaction,
 * each transaction on the disk before the next. */
#ifndef FAN_BENCH_LOAD_INSERTS_H
#define FAN_BENCH_LOAD_INSERTS_H

/* Rows a second, for about so many seconds; the file is made and taken away. */
double inserts_measure(const char *path, unsigned group, unsigned games, double seconds);

#endif
