import type { PickerOption } from './picker-option.tsx'

/** As somebody types it: without accents, in small letters, wide and narrow forms alike. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

/** Every word somewhere; first what begins with them. */
export function found(options: readonly PickerOption[], words: string): readonly PickerOption[] {
  const sought = plain(words)
  if (!sought) return options
  const parts = sought.split(/\s+/)
  const hits = options
    .filter((one) => one.value !== '')
    .map((one) => ({ one, label: plain(one.label), code: one.value.toLowerCase() }))
    .filter(({ one, label, code }) => {
      const text = `${label} ${plain(one.also ?? '')}`
      return code === sought || parts.every((part) => text.includes(part))
    })
  const rank = ({ label, code }: { label: string; code: string }) =>
    label.startsWith(sought) ? 0 : code === sought ? 1 : 2
  return hits.sort((a, b) => rank(a) - rank(b)).map(({ one }) => one)
}
