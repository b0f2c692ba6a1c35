import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { UploadProgress } from '../../api/upload.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useSocketMessage } from '../../api/socket.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { useProblemText } from '../../ui/form.tsx'
import { ResponsiveImage, type ImageSource } from '../../ui/image.tsx'
import { UploadBar } from '../../ui/progress.tsx'
import { imageOf } from '../posts/files.ts'
import type { ShownComment } from './comment.ts'
import { useAddressOf } from './write-comment.tsx'

const Lightbox = lazy(async () => ({ default: (await import('../posts/lightbox.tsx')).Lightbox }))
const frame = 'mt-2 block w-fit overflow-hidden rounded-md bg-surface-2'
/** As large as two lines of faces: a comment stays a comment. */
const heightMax = 220
const widthMax = 300

/** The image of a comment: as it will be, on its way, in the making, or why it is not there. */
export function CommentImage({ comment, onChange }: { comment: ShownComment; onChange: (next: ShownComment) => void }) {
  const { image, sending, local } = comment
  if (sending) return <Sending comment={comment} file={sending} onChange={onChange} />
  if (!image) return null
  const source = imageOf(image)
  if (source) return <Shown source={source} id={image._id} name={comment.author?.name ?? ''} />
  return <InTheMaking fileId={image._id} failed={image.status === 'failed'} local={local} />
}

function Shown({ source, id, name }: { source: ImageSource; id: string; name: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const alt = t('post.comments.imageOf', { name })
  const height = Math.min(heightMax, (widthMax * source.height) / source.width)
  return (
    <>
      <button
        type="button"
        aria-label={alt}
        onClick={() => (setWanted(true), setOpen(true))}
        className={`${frame} max-w-full cursor-zoom-in`}
      >
        <ResponsiveImage
          source={source}
          alt=""
          sizes={`${widthMax}px`}
          className="max-w-full"
          style={{ height, aspectRatio: Math.max(0.5, Math.min(2.5, source.width / source.height)) }}
        />
      </button>
      {wanted ? (
        <Suspense>
          <Lightbox
            photos={[{ ...source, id }]}
            at={open ? 0 : null}
            onChange={(at) => setOpen(at !== null)}
            alt={alt}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function Sending({
  comment,
  file,
  onChange,
}: {
  comment: ShownComment
  file: File
  onChange: (next: ShownComment) => void
}) {
  const t = useT()
  const problemText = useProblemText()
  const address = useAddressOf(file)
  const begun = useRef(false)
  const [progress, setProgress] = useState<UploadProgress>({ sentBytes: 0, totalBytes: file.size, secondsLeft: null })
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const send = async () => {
    setProblem(null)
    try {
      const { upload } = await import('../../api/upload.ts')
      const { data } = await upload('POST /comments/:id', {
        params: { id: comment._id },
        files: { file },
        onProgress: setProgress,
      })
      onChange({ ...comment, ...data, sending: undefined, local: URL.createObjectURL(file) })
    } catch (error) {
      setProblem(asProblem(error))
    }
  }
  // An image is sent automatically only once; a retry requires a click.
  useEffect(() => {
    if (begun.current) return
    begun.current = true
    void send()
  })
  return (
    <div className="mt-2 max-w-64">
      {address ? <img src={address} alt="" className="max-h-40 rounded-md bg-surface-2 opacity-60" /> : null}
      {problem ? (
        <div role="alert" className="mt-2 text-sm text-danger-text">
          {problemText(problem)}
          <span className="-ms-2 mt-1 flex gap-1">
            <Button size="sm" variant="ghost" onClick={() => void send()}>
              {t('ui.retry')}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => onChange({ ...comment, sending: undefined })}>
              {t('post.comments.leaveOut')}
            </Button>
          </span>
        </div>
      ) : (
        <div className="mt-2">
          <UploadBar progress={progress} label={t('post.comments.imageSending')} />
        </div>
      )}
    </div>
  )
}

/** Its author looks on while sizes are made of it, and is notified where that fails. */
function InTheMaking({ fileId, failed, local }: { fileId: string; failed: boolean; local: string | undefined }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [broken, setBroken] = useState(failed)
  useSocketMessage(
    'file/progressed',
    useCallback(
      (message: { fileId: string; status: string }) => {
        if (message.fileId !== fileId) return
        if (message.status === 'failed' || message.status === 'blocked') setBroken(true)
        else if (message.status === 'ready' && !local) void revalidate()
      },
      [fileId, local, revalidate],
    ),
  )
  useEffect(() => () => void (local && URL.revokeObjectURL(local)), [local])
  if (broken) return <p className="mt-2 text-sm text-danger-text">{t('post.comments.imageBroken')}</p>
  if (local) return <img src={local} alt={t('post.comments.imageYours')} className={`${frame} max-h-55 max-w-full`} />
  return (
    <p role="status" className="mt-2 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
      {t('post.processing')}
    </p>
  )
}
