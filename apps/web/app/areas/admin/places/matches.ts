/** Whether one of these words holds what is sought; everything does when nothing is. */
export function matches(sought: string | null, words: readonly (string | null | undefined)[]): boolean {
  const wanted = sought?.trim().toLowerCase()
  return !wanted || words.some((word) => word?.toLowerCase().includes(wanted))
}

/** How one software company names a language as it is spoken somewhere, such as ja-JP. */
export const cultures = (
  known: readonly { langCultureName: string; displayName: string; cultureCode: string }[] | undefined,
): string => known?.map((one) => `${one.langCultureName} (${one.displayName}, ${one.cultureCode})`).join(' · ') || '–'
