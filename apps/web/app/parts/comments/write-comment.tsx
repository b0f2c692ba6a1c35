import { ImagePlus, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../../i18n/context.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, ButtonLink, iconButtonClass } from '../../ui/button.tsx'
import { Textarea } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'
import { useMe } from '../site.ts'
import type { Words } from './comment.ts'

const lengthMax = 1000

interface WriteCommentProps {
  onSend: (words: Words) => Promise<void>
  label: string
  start?: string
  onDone?: () => void
  autoFocus?: boolean
  verb?: string
  withPicture?: boolean
}

/** A line that grows with what is written, and a picture beside it where one may come along. */
export function WriteComment({
  onSend,
  label,
  start = '',
  onDone,
  autoFocus = false,
  verb,
  withPicture = false,
}: WriteCommentProps) {
  const t = useT()
  const me = useMe()
  const { pathname } = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const [sending, setSending] = useState(false)
  const [words, setWords] = useState(start)
  const [picture, setPicture] = useState<File>()
  const id = useId()
  if (!me)
    return (
      <p className="py-3">
        <ButtonLink look="quiet" to={`/auth/login?redirect=${encodeURIComponent(`${pathname}#comments`)}`}>
          {t('post.comments.logIn')}
        </ButtonLink>
      </p>
    )
  const send = async () => {
    const text = words.trim()
    if (!text || sending) return
    setSending(true)
    try {
      await onSend({ text, picture })
      setWords('')
      setPicture(undefined)
      onDone?.()
    } catch (error) {
      toast.problem(error)
    } finally {
      setSending(false)
    }
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
            value={words}
            maxLength={lengthMax}
            autoFocus={autoFocus}
            placeholder={label}
            onChange={(event) => setWords(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.current?.requestSubmit()
              if (event.key === 'Escape') onDone?.()
            }}
            className={`min-h-11! rounded-lg! py-2.5! ${withPicture ? 'pe-12!' : ''}`}
          />
          {withPicture ? <ChoosePicture onChoose={setPicture} /> : null}
        </div>
        {picture ? <Chosen picture={picture} onDrop={() => setPicture(undefined)} /> : null}
        {words.trim() || sending || onDone ? (
          <div className="mt-2 flex justify-end gap-2">
            {onDone ? (
              <Button look="ghost" size="sm" onClick={onDone}>
                {t('ui.back')}
              </Button>
            ) : null}
            <Button type="submit" look="ink" size="sm" busy={sending ? t('post.comments.sending') : undefined}>
              {verb ?? t('post.comments.send')}
            </Button>
          </div>
        ) : picture ? (
          <p className="mt-2 text-end text-xs text-ink-3">{t('post.comments.pictureNeedsWords')}</p>
        ) : null}
      </div>
    </form>
  )
}

function ChoosePicture({ onChoose }: { onChoose: (picture: File | undefined) => void }) {
  const t = useT()
  return (
    <label
      title={t('post.comments.addPicture')}
      className={`${iconButtonClass('ghost')} absolute end-0.5 top-0.5 cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus`}
    >
      <ImagePlus aria-hidden="true" />
      <input
        type="file"
        accept="image/*"
        aria-label={t('post.comments.addPicture')}
        className="sr-only"
        onChange={(event) => {
          onChoose(event.currentTarget.files?.[0])
          // The same picture can be chosen again after it was taken out.
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

function Chosen({ picture, onDrop }: { picture: File; onDrop: () => void }) {
  const t = useT()
  const address = useAddressOf(picture)
  return (
    <div className="relative mt-2 w-fit">
      {address ? <img src={address} alt="" className="h-24 max-w-40 rounded-md bg-surface-2 object-cover" /> : null}
      <button
        type="button"
        aria-label={t('post.comments.dropPicture', { name: picture.name })}
        onClick={onDrop}
        className={`${iconButtonClass('media', 'sm')} absolute end-1 top-1`}
      >
        <X aria-hidden="true" />
      </button>
    </div>
  )
}

/** An address of a file of this device, for as long as it is drawn. */
export function useAddressOf(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
