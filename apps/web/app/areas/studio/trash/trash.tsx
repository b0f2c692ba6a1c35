import { Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { MediaFile } from '@fanlight/contract/media'
import { call, type Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { imageOf, isOpen, posterOf } from '../../../parts/posts/files.ts'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { dot } from '../../../ui/dot.ts'
import { ResponsiveImage } from '../../../ui/image.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ContentTabs } from '../pieces/content-tabs.tsx'

export const loader = ({ context }: LoaderFunctionArgs) => apiOf(context).call('GET /performer/trash', { query: {} })

type Trashed = Reply<'GET /performer/trash'>['data'][number]

/** Deleted items, for 30 days: each is restored, or deleted for good. */
export default function Trash() {
  const t = useT()
  const list = useLoaderData<typeof loader>()
  return (
    <>
      <PageTitle>{t('studio.trash.title')}</PageTitle>
      <PageHead title={t('studio.trash.title')} detail={t('studio.trash.detail')} />
      <ContentTabs />
      {list.data.length === 0 ? (
        <EmptyState title={t('studio.trash.empty')}>{t('studio.trash.emptyHint')}</EmptyState>
      ) : (
        <TrashList key={list.data.map(({ _id }) => _id).join()} list={list} />
      )}
    </>
  )
}

function TrashList({ list }: { list: Reply<'GET /performer/trash'> }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const [deleting, setDeleting] = useState<Trashed | null>(null)
  const { sendOrThrow } = useMutation()
  const pages = usePages(list, (cursor) => call('GET /performer/trash', { query: { cursor } }))
  return (
    <>
      <ul className="rounded-lg bg-surface px-4 ring-1 ring-line md:px-5">
        {pages.items.map((item) => (
          <TrashRow key={item._id} item={item} onDelete={() => setDeleting(item)} onRestored={revalidate} />
        ))}
      </ul>
      <MorePages pages={pages} label={t('studio.trash.more')} />
      {deleting ? (
        <ConfirmDialog
          title={t('studio.trash.sure')}
          action={t('studio.trash.forGood')}
          busy={t('studio.deleting')}
          onConfirm={async () => {
            await sendOrThrow('DELETE /performer/trash/:id', { params: { id: deleting._id } })
            toast.success('studio.trash.deleted')
            await revalidate()
          }}
          onClose={() => setDeleting(null)}
        >
          {t('studio.trash.sureText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

function TrashRow({
  item,
  onDelete,
  onRestored,
}: {
  item: Trashed
  onDelete: () => void
  onRestored: () => Promise<void>
}) {
  const t = useT()
  const { date } = useFormats()
  const { send, working } = useMutation({ toasts: true })
  const name = item.title || item.text || t(`studio.trash.kind.${item.kind}`)
  const file = item.image as MediaFile | null
  const image = isOpen(file) ? (imageOf(file) ?? posterOf(file)) : null
  const restore = async () => {
    const reply = await send('POST /performer/trash/:id/restoration', { params: { id: item._id }, once: true })
    if (!reply) return
    toast.success(`studio.trash.restoredAs.${reply.data.status}`)
    await onRestored()
  }
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-0">
      {image ? (
        <ResponsiveImage source={image} alt="" sizes="56px" className="h-10 w-14 shrink-0 rounded-[8px]" />
      ) : (
        <span className="grid h-10 w-14 shrink-0 place-items-center rounded-[8px] bg-surface-2">
          <Trash2 className="icon size-4! text-ink-3" aria-hidden="true" />
        </span>
      )}
      <div className="min-w-40 flex-1">
        <p dir="auto" className="truncate font-strong">
          {name}
        </p>
        <p className="text-xs text-ink-3">
          {t(`studio.trash.kind.${item.kind}`)}
          {dot}
          {t('studio.trash.until', { on: date(item.deletedForGoodAt) })}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="sm"
          variant="outline"
          busy={working ? t('studio.trash.restoring') : undefined}
          aria-label={t('studio.trash.restoreOf', { name })}
          onClick={() => void restore()}
        >
          <Undo2 className="rtl:-scale-x-100" aria-hidden="true" />
          {t('studio.trash.restore')}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          className="text-danger-text!"
          aria-label={t('studio.trash.deleteOf', { name })}
          onClick={onDelete}
        >
          {t('studio.delete')}
        </Button>
      </div>
    </li>
  )
}
