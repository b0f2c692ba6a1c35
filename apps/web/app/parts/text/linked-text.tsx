import { Link } from 'react-router'
import { useMentioned } from './mentioned.ts'
import { textParts } from './text-links.ts'

/** A text that people wrote. Tags lead to their search, mentions of creators to their pages; all else is plain text. */
export function LinkedText({ text }: { text: string }) {
  const parts = textParts(text)
  const isMentioned = useMentioned(parts.flatMap(({ kind, name }) => (kind === 'mention' ? name : [])))
  return parts.map((part, at) =>
    part.kind === 'tag' || isMentioned(part.name) ? (
      <Link
        key={at}
        to={part.kind === 'tag' ? `/search?q=${encodeURIComponent(part.name)}` : `/${part.name}`}
        className="link"
      >
        {part.text}
      </Link>
    ) : (
      part.text
    ),
  )
}
