import { dot } from '../../../ui/dot.ts'

/** Whether one of these texts contains the search text; an empty search matches everything. */
export function matches(sought: string | null, candidates: readonly (string | null | undefined)[]): boolean {
  const wanted = sought?.trim().toLowerCase()
  return !wanted || candidates.some((candidate) => candidate?.toLowerCase().includes(wanted))
}

/** How one software vendor names a language with its region, such as ja-JP. */
export const cultures = (
  known: readonly { langCultureName: string; displayName: string; cultureCode: string }[] | undefined,
): string =>
  known?.map((entry) => `${entry.langCultureName} (${entry.displayName}, ${entry.cultureCode})`).join(dot) || '–'
