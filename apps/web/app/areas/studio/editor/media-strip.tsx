import { type ReactNode, useState } from 'react'
import { useT } from '../../../i18n/context.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { dot } from '../../../ui/dot.ts'
import { RotateCw } from 'lucide-react'
import { useFilesStay } from '../pieces/buyers.ts'
import { AltDialog } from './alt-dialog.tsx'
import { MediaTile } from './media-tile.tsx'
import { useReordering } from './reordering.ts'
import { UploadStatus } from './upload-status.tsx'
import { canRetry, isLost, type UploadItem, type useUploads } from './uploads.ts'

export type StripUploads = Pick<
  ReturnType<typeof useUploads>,
  'remove' | 'retry' | 'moveTo' | 'describe' | 'described' | 'pause' | 'resume'
>
export interface StripProps {
  items: readonly UploadItem[]
  uploads: StripUploads
  /** Files that can't be removed, because they were sold. */
  staying?: ReadonlySet<string> | undefined
  /** How many bought them. */
  buyers?: number | undefined
  /** How many files there may be, where it is more than one. */
  most?: number
  /** Whether the first file is the one that represents the item. */
  hasCover?: boolean
  /** The tile that adds more. */
  add?: ReactNode
  /** At the end of the line below: another way to add. */
  end?: ReactNode
}

export const hasAlt = ({ kind }: UploadItem): boolean => kind !== 'product' && kind !== 'thumbnail' && kind !== 'teaser'
const isBroken = (item: UploadItem): boolean => item.state === 'failed' && !isLost(item)

/** Files in a row, in their order: each with its image, its progress and its alt text. What went wrong is said below. */
export function MediaStrip({ items, uploads, staying, buyers = 0, most, hasCover = false, add, end }: StripProps) {
  const t = useT()
  const [described, setDescribed] = useState<string | null>(null)
  const filesStay = useFilesStay()
  const stays = ({ fileId }: UploadItem) => fileId !== null && (staying?.has(fileId) ?? false)
  const nameOf = (item: UploadItem) => item.name || (t.maybe(`studio.type.${item.kind}`) ?? '')
  const { list, dragged, said, grip } = useReordering(items, uploads.moveTo, (item, at) =>
    t('studio.editor.moved', { name: nameOf(item), at: at + 1, count: items.length }),
  )
  const ordered = items.length > 1 && items.every(({ kind }) => kind === 'photo')
  const describable = items.filter((item) => hasAlt(item) && !isBroken(item))
  const open = describable.findIndex(({ localId }) => localId === described)
  const openItem = describable[open]
  const bare = describable.filter(({ alt }) => !alt.trim()).length
  const facts = [
    most ? t('studio.composer.files', { count: items.length, most }) : null,
    ordered ? t('studio.composer.drag') : null,
    bare > 0 ? t('studio.composer.withoutAlt', { count: bare }) : null,
  ].filter((fact) => fact !== null)
  const troubled = items.filter(({ state }) => state === 'failed')
  return (
    <>
      <div className="-m-1 flex gap-2.5 overflow-x-auto p-1">
        <ol ref={list} className="flex gap-2.5 empty:hidden">
          {items.map((item, at) => (
            <MediaTile
              key={item.localId}
              item={item}
              name={nameOf(item)}
              badge={ordered ? (hasCover && at === 0 ? t('studio.composer.cover') : String(at + 1)) : null}
              order={ordered ? t('studio.editor.order', { name: nameOf(item), at: at + 1, count: items.length }) : null}
              grip={ordered ? grip(item, at) : null}
              isDragged={item.localId === dragged}
              stays={stays(item)}
              uploads={uploads}
              onDescribe={describable.includes(item) ? () => setDescribed(item.localId) : null}
            />
          ))}
        </ol>
        {add}
      </div>
      {facts.length || end ? (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <p className="num text-sm text-ink-2">{facts.join(dot)}</p>
          {end}
        </div>
      ) : null}
      {troubled.map((item) => (
        <div key={item.localId} className="mt-2 flex items-center gap-2 rounded-md bg-surface-2 py-1.5 ps-3 pe-1.5">
          <div className="min-w-0 flex-1">
            <p dir="auto" className="truncate text-sm font-semibold text-match">
              {nameOf(item)}
            </p>
            <UploadStatus item={item} name={nameOf(item)} />
          </div>
          {isBroken(item) && canRetry(item) ? (
            <IconButton size="sm" label={t('ui.retry')} onClick={() => uploads.retry(item.localId)}>
              <RotateCw aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      ))}
      {items.some(stays) ? (
        <p id="files-stay" className="mt-3 rounded-md bg-primary-soft px-4 py-3 text-sm text-primary-soft-ink">
          {filesStay(buyers)}
        </p>
      ) : null}
      <p aria-live="assertive" className="sr-only">
        {said}
      </p>
      {openItem ? (
        <AltDialog
          key={openItem.localId}
          item={openItem}
          name={nameOf(openItem)}
          at={items.indexOf(openItem)}
          count={items.length}
          uploads={uploads}
          isOrdered={ordered}
          onNext={open < describable.length - 1 ? () => setDescribed(describable[open + 1]?.localId ?? null) : null}
          onClose={() => setDescribed(null)}
        />
      ) : null}
    </>
  )
}
