import { altMax } from '@fanlight/contract/limits'
import { AudioLines, Ellipsis, File, Film, GripVertical, Image, ImageOff, Pause, Play, RotateCw, X } from 'lucide-react'
import { useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { IconButton, iconButtonClass } from '../../../ui/button.tsx'
import { Field, Textarea } from '../../../ui/field.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { useReordering } from './reordering.ts'
import { UploadStatus } from './upload-status.tsx'
import { isLost, isResumable, toDescribe, type UploadItem, type useUploads } from './uploads.ts'

interface ListProps {
  items: readonly UploadItem[]
  /** Files that can't be removed, because they were sold. */
  staying?: ReadonlySet<string>
  uploads: Pick<
    ReturnType<typeof useUploads>,
    'remove' | 'retry' | 'moveTo' | 'describe' | 'described' | 'pause' | 'resume'
  >
}

/** The same file would be refused again. */
const neverTaken = new Set(['UNSUPPORTED_MEDIA', 'FILE_TOO_MANY_PIXELS'])

/** Each file with its image, how far it is in bytes and seconds, and what can be done about it. Photos can be put in order. */
export function UploadList({ items, uploads, staying }: ListProps) {
  const t = useT()
  const stays = ({ fileId }: UploadItem) => fileId !== null && (staying?.has(fileId) ?? false)
  const nameOf = (item: UploadItem) => item.name || (t.maybe(`studio.type.${item.kind}`) ?? '')
  const { list, dragged, said, grip } = useReordering(items, uploads.moveTo, (item, at) =>
    t('studio.editor.moved', { name: nameOf(item), at: at + 1, count: items.length }),
  )
  const ordered = items.length > 1 && items.every(({ kind }) => kind === 'photo')
  return (
    <>
      {items.some(stays) ? (
        <p id="files-stay" className="mb-3 text-sm text-ink-2">
          {t('studio.filesStay')}
        </p>
      ) : null}
      <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {items.map((item, at) => (
          <li
            key={item.localId}
            className={
              item.localId === dragged
                ? 'rounded-md bg-primary-soft p-2 ring-2 ring-primary-text'
                : 'rounded-md bg-surface-2 p-2'
            }
          >
            <div className="flex items-center gap-2 sm:gap-3">
              {ordered ? (
                <button
                  {...grip(item, at)}
                  type="button"
                  aria-label={t('studio.editor.order', { name: nameOf(item), at: at + 1, count: items.length })}
                  className="-me-1 grid h-11 w-8 shrink-0 cursor-grab touch-none place-items-center rounded-sm text-ink-3 hover:text-ink active:cursor-grabbing"
                >
                  <GripVertical className="icon" aria-hidden="true" />
                </button>
              ) : null}
              <Thumb item={item} />
              <div className="min-w-0 flex-1">
                <p dir="auto" className="truncate text-sm font-semibold text-match">
                  {nameOf(item)}
                </p>
                <UploadStatus item={item} name={nameOf(item)} />
              </div>
              {item.state === 'failed' && item.source && !isLost(item) && !neverTaken.has(item.problem?.code ?? '') ? (
                <IconButton size="sm" label={t('ui.retry')} onClick={() => uploads.retry(item.localId)}>
                  <RotateCw aria-hidden="true" />
                </IconButton>
              ) : null}
              {item.state === 'sending' && isResumable(item) ? (
                <IconButton
                  size="sm"
                  label={t('studio.vault.pause', { name: nameOf(item) })}
                  onClick={() => uploads.pause(item.localId)}
                >
                  <Pause aria-hidden="true" />
                </IconButton>
              ) : item.state === 'paused' ? (
                <IconButton
                  size="sm"
                  label={t('studio.vault.resume', { name: nameOf(item) })}
                  onClick={() => uploads.resume(item.localId)}
                >
                  <Play aria-hidden="true" />
                </IconButton>
              ) : null}
              {ordered ? (
                <Menu
                  trigger={
                    <button
                      type="button"
                      aria-label={t('studio.editor.fileMenu', { name: nameOf(item) })}
                      className={iconButtonClass('ghost', 'sm')}
                    >
                      <Ellipsis aria-hidden="true" />
                    </button>
                  }
                  actions={[
                    ...(at > 0
                      ? [
                          { label: t('studio.editor.first'), onPress: () => uploads.moveTo(item.localId, 0) },
                          { label: t('studio.editor.earlier'), onPress: () => uploads.moveTo(item.localId, at - 1) },
                        ]
                      : []),
                    ...(at < items.length - 1
                      ? [{ label: t('studio.editor.later'), onPress: () => uploads.moveTo(item.localId, at + 1) }]
                      : []),
                    ...(stays(item)
                      ? []
                      : [
                          null,
                          {
                            label: t('studio.editor.removeShort'),
                            danger: true,
                            icon: <X aria-hidden="true" />,
                            onPress: () => uploads.remove(item.localId),
                          },
                        ]),
                  ]}
                />
              ) : (
                <IconButton
                  size="sm"
                  label={t(item.state === 'sending' ? 'studio.editor.cancel' : 'studio.editor.remove', {
                    name: nameOf(item),
                  })}
                  tip="none"
                  disabled={stays(item)}
                  aria-describedby={stays(item) ? 'files-stay' : undefined}
                  onClick={() => uploads.remove(item.localId)}
                >
                  <X aria-hidden="true" />
                </IconButton>
              )}
            </div>
            {(item.state === 'failed' && !isLost(item)) || item.kind === 'product' ? null : (
              <Description item={item} name={nameOf(item)} uploads={uploads} />
            )}
          </li>
        ))}
      </ol>
      <p aria-live="assertive" className="sr-only">
        {said}
      </p>
    </>
  )
}

/** Saved when the field is left, and with the post. */
function Description({
  item,
  name,
  uploads,
}: {
  item: UploadItem
  name: string
  uploads: Pick<ReturnType<typeof useUploads>, 'describe' | 'described'>
}) {
  const t = useT()
  const { send } = useMutation({ toasts: true })
  const save = async () => {
    const [wanted] = toDescribe([item])
    if (wanted && (await send('PUT /files/:id', wanted))) uploads.described(item.localId, wanted.body.alt)
  }
  const isSeen = item.kind !== 'audio'
  return (
    <Field
      label={t('studio.editor.alt')}
      optional={t('studio.editor.optional')}
      hint={item.alt ? undefined : t(isSeen ? 'studio.editor.altHint' : 'studio.editor.altHintAudio')}
      className="mt-2 px-1 pb-1"
    >
      <Textarea
        value={item.alt}
        rows={1}
        aria-label={`${t('studio.editor.alt')} ${name}`}
        maxLength={altMax}
        onChange={(event) => uploads.describe(item.localId, event.currentTarget.value)}
        onBlur={() => void save()}
      />
    </Field>
  )
}

function Thumb({ item }: { item: UploadItem }) {
  const [broken, setBroken] = useState(false)
  const isImage = item.kind === 'photo' || item.kind === 'thumbnail'
  const Icon = isImage
    ? broken
      ? ImageOff
      : Image
    : item.kind === 'audio'
      ? AudioLines
      : item.kind === 'product'
        ? File
        : Film
  return (
    <span className="grid size-12 shrink-0 place-items-center overflow-hidden rounded-sm bg-surface-3 text-ink-3 sm:size-14">
      {isImage && item.url && !broken ? (
        // A format that this browser can't render, such as HEIC, is still uploaded.
        <img
          src={item.url}
          alt=""
          draggable={false}
          onError={() => setBroken(true)}
          className="size-full object-cover"
        />
      ) : (
        <Icon className="icon" aria-hidden="true" />
      )}
    </span>
  )
}
