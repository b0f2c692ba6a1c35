import { useContext } from 'react'
import { Marked } from '../../../ui/marked.tsx'
import { linkedAddress } from './linked-address.ts'
import { FindWords } from './use-find.ts'

const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'\u2019\u00bb])/

/** What a message says. Addresses are links that tell the other site nothing; what is searched for is highlighted. */
export function MessageText({ text, sequence = null }: { text: string; sequence?: number | null }) {
  const { q, current } = useContext(FindWords)
  const isCurrent = sequence !== null && sequence === current
  return text.split(address).map((part, at) => {
    const href = at % 2 === 0 ? undefined : linkedAddress(part)
    return href === undefined ? (
      <Marked key={at} text={part} q={q} current={isCurrent} />
    ) : (
      <a
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="underline underline-offset-2 wrap-anywhere"
      >
        <Marked text={part} q={q} current={isCurrent} />
      </a>
    )
  })
}
