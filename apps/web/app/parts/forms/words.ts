/** The words of a text that has one on each line, or commas between them; each once. */
export const wordsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\n,]/)
      .map((word) => word.trim())
      .filter(Boolean),
  ),
]
