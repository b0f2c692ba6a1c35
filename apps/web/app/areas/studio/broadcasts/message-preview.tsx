import clsx from 'clsx'
import { Image, Lock, Play, Volume2 } from 'lucide-react'
import { useState } from 'react'
import { useFormats, useT } from '../../../i18n/context.tsx'
import type { Attachment } from '../../../parts/messages/attachments.ts'
import { Price } from '../../../parts/money/price.tsx'
import { useContents } from '../../../parts/posts/contents.ts'
import { useMe } from '../../../parts/site/site.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { buttonClass } from '../../../ui/button.tsx'
import { Muntins } from '../../../ui/fanlight.tsx'

interface PreviewProps {
  text: string
  files: readonly Attachment[]
  /** Tokens, where it is sold. */
  price: number | null
}
const icons = { photo: Image, video: Play, audio: Volume2 }
const imageOf = ({ kind, url, image }: Attachment) => image ?? (kind === 'photo' ? url : undefined)

/** The message as a fan has it in the conversation: before and after buying it. */
export function MessagePreview({ text, files, price }: PreviewProps) {
  const t = useT()
  const me = useMe()
  const [wantsUnlocked, setUnlocked] = useState(false)
  const isLocked = price !== null && !wantsUnlocked
  return (
    <section aria-label={t('broadcast.preview')}>
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-2">
        <h2 className="text-lg">{t('broadcast.preview')}</h2>
        {price === null ? null : (
          <div className="inline-flex rounded-full bg-surface-2 p-[3px]">
            {[false, true].map((unlocked) => (
              <button
                key={String(unlocked)}
                type="button"
                aria-pressed={wantsUnlocked === unlocked}
                onClick={() => setUnlocked(unlocked)}
                className={clsx(
                  'inline-flex h-[34px] items-center rounded-full px-4 text-sm font-semibold focus-visible:rounded-full pointer-coarse:h-11',
                  wantsUnlocked === unlocked
                    ? 'bg-surface text-ink shadow-[var(--shadow-1),0_0_0_1px_var(--line)] dark:bg-surface-3'
                    : 'text-ink-2 hover:text-ink',
                )}
              >
                {t(unlocked ? 'broadcast.unlockedView' : 'broadcast.lockedView')}
              </button>
            ))}
          </div>
        )}
      </div>
      <div className="rounded-xl bg-canvas shadow-2 ring-1 ring-line">
        <div className="flex items-center gap-2.5 border-b border-line px-4 py-3">
          <Avatar src={me?.avatar ?? ''} size={36} />
          <bdi className="truncate font-semibold">{me?.name}</bdi>
        </div>
        <div className="grid min-h-40 content-start justify-items-start gap-1 p-4">
          {text === '' && files.length === 0 ? (
            <p className="m-auto py-6 text-center text-sm text-ink-3">{t('broadcast.previewEmpty')}</p>
          ) : isLocked ? (
            <Locked files={files} price={price} />
          ) : (
            <>
              <Files files={files} />
              {text ? (
                <p
                  dir="auto"
                  className="max-w-full rounded-lg rounded-es-xs bg-surface-2 px-4 py-2.5 text-match whitespace-pre-line wrap-anywhere"
                >
                  {text}
                </p>
              ) : null}
            </>
          )}
        </div>
      </div>
    </section>
  )
}

function Locked({ files, price }: Pick<PreviewProps, 'files'> & { price: number }) {
  const t = useT()
  const { list } = useFormats()
  // Only kinds count: how long they are is known when they are processed.
  const contents = useContents({ files } as unknown as Parameters<typeof useContents>[0])
  const image = files.map(imageOf).find(Boolean)
  return (
    <div className="w-full overflow-hidden rounded-lg bg-surface-2 ring-1 ring-line">
      <div className="relative isolate aspect-[2.4] overflow-hidden dusk text-white">
        {image ? (
          <img
            src={image}
            alt=""
            className="absolute -inset-[12%] -z-2 h-[124%] w-[124%] max-w-none object-cover blur-[22px] saturate-160"
          />
        ) : null}
        <Muntins className="-z-1" />
        <span className="absolute bottom-0 left-1/2 grid h-9 w-18 -translate-x-1/2 place-items-center rounded-t-full bg-white text-[#241d16]">
          <Lock className="icon" aria-hidden="true" />
        </span>
      </div>
      <div className="px-4 pt-3.5 pb-4">
        <p className="font-semibold">{list(contents.map(({ label }) => label)) || t('messages.lockedLine')}</p>
        {/* An image of the button that fans get. */}
        <p className={`${buttonClass('primary', 'md', true)} mt-3`}>
          {t('ui.unlockFor')}
          <Price tokens={price} className="[&_span]:text-inherit" />
        </p>
      </div>
    </div>
  )
}

const shownMax = 4
function Files({ files }: Pick<PreviewProps, 'files'>) {
  const t = useT()
  if (files.length === 0) return null
  const shown = files.slice(0, shownMax)
  return (
    <ul
      className={clsx(
        'grid w-full gap-0.5 overflow-hidden rounded-md',
        files.length === 1 ? 'grid-cols-1' : 'grid-cols-2',
      )}
    >
      {shown.map((file, at) => {
        const image = imageOf(file)
        const Icon = icons[file.kind]
        return (
          <li
            key={file.localId}
            className={clsx('relative bg-surface-3', files.length === 1 ? 'aspect-[4/3]' : 'aspect-square')}
          >
            {image ? (
              <img src={image} alt={file.name} className="absolute inset-0 size-full object-cover" />
            ) : (
              <span className="absolute inset-0 grid place-items-center text-ink-3">
                <Icon className="icon size-7!" aria-hidden="true" />
                <span className="sr-only">{t(`messages.${file.kind}`)}</span>
              </span>
            )}
            {at === shownMax - 1 && files.length > shownMax ? (
              <span className="num absolute inset-0 grid place-items-center bg-[rgb(24_19_16/.57)] text-xl font-bold text-white">
                <bdi dir="ltr">+{files.length - shownMax}</bdi>
              </span>
            ) : null}
          </li>
        )
      })}
    </ul>
  )
}
