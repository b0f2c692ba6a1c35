import clsx from 'clsx'
import { AudioLines, Check, File, Film, Image, ImageOff, Lock, Pause, Play, Plus, TriangleAlert, X } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { dot } from '../../../ui/dot.ts'
import type { StripUploads } from './media-strip.tsx'
import { isLost, isResumable, type UploadItem } from './uploads.ts'

interface TileProps {
  item: UploadItem
  name: string
  /** Its place among the others, as it is shown and as it is said; null where there is no order. */
  badge: string | null
  order: string | null
  grip: ComponentProps<'button'> | null
  isDragged: boolean
  /** It was sold, and can't be removed. */
  stays: boolean
  uploads: Pick<StripUploads, 'remove' | 'pause' | 'resume'>
  /** Opens its alt text; null where it has none. */
  onDescribe: (() => void) | null
}
const dark = 'bg-[rgb(24_19_16/.7)] text-white'
const corner = 'absolute grid place-items-center pointer-coarse:size-10'

/** One file of the strip: its image, and over it its place, its progress and what can be done with it. */
export function MediaTile({ item, name, badge, order, grip, isDragged, stays, uploads, onDescribe }: TileProps) {
  const t = useT()
  const isDone = item.state === 'ready'
  return (
    <li
      className={clsx(
        'relative size-28 shrink-0 overflow-hidden rounded-md bg-surface-3 md:size-[102px]',
        isDragged && 'ring-3 ring-primary-text',
      )}
    >
      <Picture item={item} name={name} />
      {isDone ? <p className="sr-only">{t('studio.editor.ready')}</p> : <Progress item={item} name={name} />}
      {badge === null ? null : (
        <>
          <span
            aria-hidden="true"
            className={clsx(
              'num absolute start-1.5 top-1.5 h-[22px] min-w-[22px] rounded-full px-[7px] text-center text-2xs leading-[22px] font-strong',
              dark,
            )}
          >
            {badge}
          </span>
          <button
            {...grip}
            type="button"
            aria-label={order ?? undefined}
            className="absolute start-0 top-0 size-9 cursor-grab touch-none rounded-md focus-visible:-outline-offset-3 active:cursor-grabbing pointer-coarse:size-11"
          />
        </>
      )}
      {stays ? (
        <span className={clsx(corner, dark, 'end-1 top-1 size-7 rounded-full')}>
          <Lock className="icon size-3.5!" aria-hidden="true" />
        </span>
      ) : (
        <button
          type="button"
          aria-label={t(item.state === 'sending' ? 'studio.editor.cancel' : 'studio.editor.remove', { name })}
          className={clsx(corner, dark, 'end-1 top-1 size-7 rounded-full focus-visible:rounded-full')}
          onClick={() => uploads.remove(item.localId)}
        >
          <X className="icon size-[15px]!" aria-hidden="true" />
        </button>
      )}
      {(item.state === 'sending' && isResumable(item)) || item.state === 'paused' ? (
        <button
          type="button"
          aria-label={t(item.state === 'paused' ? 'studio.vault.resume' : 'studio.vault.pause', { name })}
          className={clsx(corner, dark, 'inset-x-0 top-9 mx-auto size-8 rounded-full focus-visible:rounded-full')}
          onClick={() => (item.state === 'paused' ? uploads.resume : uploads.pause)(item.localId)}
        >
          {item.state === 'paused' ? (
            <Play className="icon size-4!" aria-hidden="true" />
          ) : (
            <Pause className="icon size-4!" aria-hidden="true" />
          )}
        </button>
      ) : null}
      {onDescribe && item.state !== 'sending' && item.state !== 'paused' ? (
        <button
          type="button"
          aria-label={t(item.alt.trim() ? 'studio.composer.editAlt' : 'studio.composer.addAlt', { name })}
          className={clsx(
            'absolute start-1.5 bottom-1.5 inline-flex h-6 items-center gap-1 rounded-[7px] px-2 text-2xs font-strong tracking-wide focus-visible:rounded-[7px] pointer-coarse:h-10 pointer-coarse:min-w-11 pointer-coarse:justify-center',
            item.alt.trim() ? 'bg-white text-[#15301a]' : dark,
          )}
          onClick={onDescribe}
        >
          {item.alt.trim() ? (
            <Check className="size-3" strokeWidth={2.6} aria-hidden="true" />
          ) : (
            <Plus className="size-3" strokeWidth={2.6} aria-hidden="true" />
          )}
          ALT
        </button>
      ) : null}
    </li>
  )
}

/** How far it is, in short; what went wrong is said in words below the strip. */
function Progress({ item, name }: { item: UploadItem; name: string }) {
  const t = useT()
  const { percent, seconds } = useFormats()
  const sent = item.progress?.totalBytes ? item.progress.sentBytes / item.progress.totalBytes : 0
  const share = item.state === 'processing' ? item.percent / 100 : sent
  const left = item.state === 'sending' ? item.progress?.secondsLeft : null
  const said =
    item.state === 'sending'
      ? t('studio.editor.sending', { name })
      : item.state === 'processing'
        ? t('studio.editor.preparing', { name })
        : name
  const word =
    item.state === 'failed'
      ? null
      : item.state === 'waiting'
        ? t('studio.editor.waiting')
        : item.state === 'processing' && share === 0
          ? t('studio.editor.processing')
          : percent(Math.floor(share * 100) / 100)
  return (
    <div className="absolute inset-0 bg-[rgb(24_19_16/.58)] text-white">
      {word === null ? (
        <TriangleAlert
          className={clsx('icon absolute inset-0 m-auto', isLost(item) ? 'text-[#ffbd58]' : 'text-[#ffaaa7]')}
          aria-hidden="true"
        />
      ) : (
        <div
          className={clsx(
            'absolute inset-x-2.5 text-2xs font-semibold',
            item.state === 'processing' ? 'top-9' : 'bottom-3',
          )}
        >
          <p className="num">
            {word}
            {left ? `${dot}${t('ui.upload.left', { time: seconds(left) })}` : ''}
          </p>
          <div
            role="progressbar"
            aria-label={said}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(share * 100)}
            className="mt-1.5 h-1 overflow-hidden rounded-full bg-white/30"
          >
            <div
              className="h-full origin-left bg-primary rtl:origin-right"
              style={{ transform: `scaleX(${Math.min(1, share)})` }}
            />
          </div>
        </div>
      )}
    </div>
  )
}

/** The file itself where this browser can show it, and its name where it can't. */
function Picture({ item, name }: { item: UploadItem; name: string }) {
  const [broken, setBroken] = useState(false)
  const isImage = item.kind === 'photo' || item.kind === 'thumbnail'
  const isVideo = item.kind === 'video' || item.kind === 'teaser'
  // Of a saved video it is the poster, of one on this device the video.
  const isLocalVideo = isVideo && item.source !== null
  if (item.url && !broken && isLocalVideo)
    return (
      <video
        src={`${item.url}#t=0.1`}
        muted
        playsInline
        preload="metadata"
        aria-hidden="true"
        tabIndex={-1}
        onError={() => setBroken(true)}
        className="size-full object-cover"
      />
    )
  if (item.url && !broken && (isImage || isVideo))
    return (
      <>
        <img
          src={item.url}
          alt=""
          draggable={false}
          // A format that this browser can't render, such as HEIC, is still uploaded.
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
        <p className="sr-only">{name}</p>
      </>
    )
  // The mark of the failure takes its place.
  if (item.state === 'failed') return <p className="sr-only">{name}</p>
  const Icon = isImage ? (broken ? ImageOff : Image) : isVideo ? Film : item.kind === 'audio' ? AudioLines : File
  return (
    <div className="grid size-full content-center justify-items-center gap-1 px-2 text-ink-3">
      <Icon className="icon" aria-hidden="true" />
      <p dir="auto" className="line-clamp-1 max-w-full text-2xs break-all">
        {name}
      </p>
    </div>
  )
}
