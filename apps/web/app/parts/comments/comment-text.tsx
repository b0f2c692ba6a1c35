import { use } from 'react'
import { LinkedText } from '../text/linked-text.tsx'
import { BesideVideoContext } from './beside-video.ts'
import { timeParts } from './times.ts'

/** The text of a comment. Beside a video, a time such as 7:52 leads there. */
export function CommentText({ text }: { text: string }) {
  const { seek, length = 0 } = use(BesideVideoContext)
  if (!seek) return <LinkedText text={text} />
  return timeParts(text, length).map(({ text: part, second }, at) =>
    second === undefined ? (
      <LinkedText key={at} text={part} />
    ) : (
      <button key={at} type="button" onClick={() => seek(second)} className="num link font-semibold text-primary-text">
        {part}
      </button>
    ),
  )
}
