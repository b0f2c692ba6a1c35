import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import type { UploadProgress } from '../../api/upload.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useSocketEvent } from '../../api/socket.ts'
import { useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { useProblemWords } from '../../ui/form.tsx'
import { Picture, type PictureSource } from '../../ui/picture.tsx'
import { UploadBar } from '../../ui/progress.tsx'
import { pictureOf } from '../post-card/files.ts'
import type { ShownComment } from './comment.ts'
import { useAddressOf } from './write-comment.tsx'

const Lightbox = lazy(async () => ({ default: (await import('../post-card/lightbox.tsx')).Lightbox }))
const frame = 'mt-2 block w-fit overflow-hidden rounded-md bg-surface-2'
/** As large as two lines of faces: a comment stays a comment. */
const heightMax = 220
const widthMax = 300

/** The picture of a comment: as it will be, on its way, in the making, or why it is not there. */
export function CommentPicture({
  comment,
  onChange,
}: {
  comment: ShownComment
  onChange: (next: ShownComment) => void
}) {
  const { picture, sending, local } = comment
  if (sending) return <Sending comment={comment} file={sending} onChange={onChange} />
  if (!picture) return null
  const source = pictureOf(picture.sources, picture.averageColor)
  if (source) return <Shown source={source} id={picture._id} name={comment.author?.name ?? ''} />
  return <InTheMaking fileId={picture._id} failed={picture.status === 'failed'} local={local} />
}

function Shown({ source, id, name }: { source: PictureSource; id: string; name: string }) {
  const t = useT()
  const [open, setOpen] = useState(false)
  const [wanted, setWanted] = useState(false)
  const alt = t('post.comments.pictureOf', { name })
  const height = Math.min(heightMax, (widthMax * source.height) / source.width)
  return (
    <>
      <button
        type="button"
        aria-label={alt}
        onClick={() => (setWanted(true), setOpen(true))}
        className={`${frame} max-w-full cursor-zoom-in`}
      >
        <Picture
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
  const words = useProblemWords()
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
  // A picture is sent once; another try is asked for by hand.
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
          {words(problem)}
          <span className="-ms-2 mt-1 flex gap-1">
            <Button size="sm" look="ghost" onClick={() => void send()}>
              {t('ui.retry')}
            </Button>
            <Button size="sm" look="ghost" onClick={() => onChange({ ...comment, sending: undefined })}>
              {t('post.comments.leaveOut')}
            </Button>
          </span>
        </div>
      ) : (
        <div className="mt-2">
          <UploadBar progress={progress} label={t('post.comments.pictureSending')} />
        </div>
      )}
    </div>
  )
}

/** Its author looks on while sizes are made of it, and is told where that fails. */
function InTheMaking({ fileId, failed, local }: { fileId: string; failed: boolean; local: string | undefined }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [broken, setBroken] = useState(failed)
  useSocketEvent(
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
  if (broken) return <p className="mt-2 text-sm text-danger-text">{t('post.comments.pictureBroken')}</p>
  if (local) return <img src={local} alt={t('post.comments.pictureYours')} className={`${frame} max-h-55 max-w-full`} />
  return (
    <p role="status" className="mt-2 rounded-md bg-surface-2 px-4 py-3 text-sm text-ink-2">
      {t('post.processing')}
    </p>
  )
}
