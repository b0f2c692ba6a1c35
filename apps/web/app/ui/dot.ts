/** Between two facts of a line: it ends a line rather than beginning the next. */
export const dot = '\u00a0· '
