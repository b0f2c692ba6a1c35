import { linkedAddress } from './linked-address.ts'

const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'\u2019\u00bb])/

/** What a message says. Addresses are links that tell the other site nothing; all else is plain text. */
export function MessageText({ text }: { text: string }) {
  return text.split(address).map((part, at) => {
    const href = at % 2 === 0 ? undefined : linkedAddress(part)
    return href === undefined ? (
      part
    ) : (
      <a
        key={at}
        href={href}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {part}
      </a>
    )
  })
}
