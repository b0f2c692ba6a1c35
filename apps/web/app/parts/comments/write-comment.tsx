import { Clock, ImagePlus, X } from 'lucide-react'
import { use, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, ButtonLink, iconButtonClass } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { useMe } from '../site/site.ts'
import { type Change, useMutation } from '../forms/use-mutation.ts'
import { clock } from '../posts/duration.ts'
import { BesideVideoContext } from './beside-video.ts'
import type { CommentDraft } from './comment.ts'

const lengthMax = 1000

interface WriteCommentProps {
  /** With `once`, the key is the same until the comment was sent or refused: sent again, it is the same comment. */
  onSend: (comment: CommentDraft, change: Change) => Promise<void>
  label: string
  start?: string
  onDone?: () => void
  autoFocus?: boolean
  verb?: string
  withImage?: boolean
}

/** A line that grows with what is written, and an image beside it where one may come along. */
export function WriteComment({
  onSend,
  label,
  start = '',
  onDone,
  autoFocus = false,
  verb,
  withImage = false,
}: WriteCommentProps) {
  const t = useT()
  const me = useMe()
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const { attempt, working } = useMutation({ toasts: true })
  const [comment, setComment] = useState(start)
  const [image, setImage] = useState<File>()
  const id = useId()
  const { now } = use(BesideVideoContext)
  if (!me)
    return (
      <p className="py-3">
        <ButtonLink variant="quiet" to={`/auth/login?redirect=${encodeURIComponent(`${pathname}#comments`)}`}>
          {t('post.comments.logIn')}
        </ButtonLink>
      </p>
    )
  const send = async () => {
    const text = comment.trim()
    if (!text) return
    const draft = { text, image: image && [image.name, image.size, image.lastModified] }
    if (!(await attempt(draft, (change) => onSend({ text, image: image }, change)))) return
    setComment('')
    setImage(undefined)
    onDone?.()
  }
  return (
    <form ref={form} action={() => void send()} className="mt-3 flex items-start gap-3">
      <Avatar src={me.avatar} size={36} className="mt-1 max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <label htmlFor={id} className="sr-only">
          {label}
        </label>
        <div className="relative">
          <Textarea
            id={id}
            rows={1}
            value={comment}
            maxLength={lengthMax}
            autoFocus={autoFocus}
            placeholder={label}
            onChange={(event) => setComment(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit()
              if (event.key === 'Escape') onDone?.()
            }}
            className={`min-h-11! rounded-lg! py-2.5! ${withImage ? 'pe-12!' : ''}`}
          />
          {withImage ? <ChooseImage onChoose={setImage} /> : null}
        </div>
        {now && withImage ? (
          <Button
            variant="quiet"
            size="sm"
            className="mt-2"
            onClick={() =>
              setComment((text) => `${text}${text && !text.endsWith(' ') ? ' ' : ''}${clock(now() * 1000)} `)
            }
          >
            <Clock aria-hidden="true" />
            {t('post.comments.time')}
          </Button>
        ) : null}
        {image ? <Chosen image={image} onDrop={() => setImage(undefined)} /> : null}
        {comment.trim() || working || onDone ? (
          <div className="mt-2 flex justify-end gap-2">
            {onDone ? (
              <Button variant="ghost" size="sm" onClick={onDone}>
                {t('ui.back')}
              </Button>
            ) : null}
            <Button type="submit" variant="ink" size="sm" busy={working ? t('post.comments.sending') : undefined}>
              {verb ?? t('post.comments.send')}
            </Button>
          </div>
        ) : image ? (
          <p className="mt-2 text-end text-xs text-ink-3">{t('post.comments.imageNeedsText')}</p>
        ) : null}
      </div>
    </form>
  )
}

function ChooseImage({ onChoose }: { onChoose: (image: File | undefined) => void }) {
  const t = useT()
  return (
    <label
      title={t('post.comments.addImage')}
      className={`${iconButtonClass('ghost')} absolute end-0.5 top-0.5 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <ImagePlus aria-hidden="true" />
      <input
        type="file"
        accept="image/*"
        aria-label={t('post.comments.addImage')}
        className="sr-only"
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0])
          // The same image can be chosen again after it was taken out.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

function Chosen({ image, onDrop }: { image: File; onDrop: () => void }) {
  const t = useT()
  const address = useAddressOf(image)
  return (
    <div className="relative mt-2 w-fit">
      {address ? <img src={address} alt="" className="h-24 max-w-40 rounded-md bg-surface-2 object-cover" /> : null}
      <button
        type="button"
        aria-label={t('post.comments.removeImage', { name: image.name })}
        onClick={onDrop}
        className={`${iconButtonClass('media', 'sm')} absolute end-1 top-1`}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}

/** An address of a file of this device, for as long as it is rendered. */
export function useAddressOf(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
