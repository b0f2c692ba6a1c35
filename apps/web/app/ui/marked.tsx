import { spansOf } from './search-spans.ts'

interface MarkedProps {
  text: string
  /** What was searched for. */
  q: string
  /** Stronger, for the one that a search stands at. */
  current?: boolean
}
/** A text in which the words of a search are highlighted. */
export function Marked({ text, q, current }: MarkedProps) {
  const spans = spansOf(text, q)
  if (spans.length === 0) return text
  const parts = spans.flatMap(([from, to], at) => [
    text.slice(spans[at - 1]?.[1] ?? 0, from),
    <mark
      key={from}
      className={
        current
          ? 'rounded-[4px] bg-(--lamp-400) px-0.5 font-semibold text-[#35200c] outline-2 outline-(--lamp-600)'
          : 'rounded-[4px] bg-(--lamp-200) px-0.5 font-semibold text-[#35200c] dark:bg-[#f0b940] dark:text-[#241604]'
      }
    >
      {text.slice(from, to)}
    </mark>,
  ])
  return [...parts, text.slice(spans.at(-1)![1])]
}
