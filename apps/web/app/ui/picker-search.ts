import type { PickerOption } from './picker-option.tsx'

/** Normalized for search: without accents, in lower case, full-width and half-width forms alike. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

/** Options that contain every search word; those that begin with the search text come first. */
export function found(options: readonly PickerOption[], query: string): readonly PickerOption[] {
  const sought = plain(query)
  if (!sought) return options
  const parts = sought.split(/\s+/)
  const hits = options
    .filter((option) => option.value !== '')
    .map((option) => ({ option, label: plain(option.label), code: option.value.toLowerCase() }))
    .filter(({ option, label, code }) => {
      const text = `${label} ${plain(option.also ?? '')}`
      return code === sought || parts.every((part) => text.includes(part))
    })
  const rank = ({ label, code }: { label: string; code: string }) =>
    label.startsWith(sought) ? 0 : code === sought ? 1 : 2
  return hits.sort((a, b) => rank(a) - rank(b)).map(({ option }) => option)
}
