const address = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]'’»])/

/** What a message says. Addresses are links that tell the other site nothing; all else is plain text. */
export function MessageText({ text }: { text: string }) {
  return text.split(address).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a
        key={at}
        href={part}
        target="_blank"
        rel="noopener noreferrer nofollow ugc"
        className="underline underline-offset-2 [overflow-wrap:anywhere]"
      >
        {part}
      </a>
    ),
  )
}
