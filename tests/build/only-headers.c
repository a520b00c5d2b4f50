/* A translation unit must hold something: the headers tested alone come before this line. */
typedef int only_headers;
