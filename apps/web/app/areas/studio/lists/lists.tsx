import { ChevronRight, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery } from '../../../ui/table-state.ts'
import { AudienceTabs } from '../pieces/audience-tabs.tsx'
import { NameDialog } from './name-dialog.tsx'

export const handle = { messages: ['studio'] }
export const clientMiddleware = [withMessages('studio')]

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { current, pageSize } = tableQuery(new URL(request.url))
  return apiOf(context).call('GET /performer/fan-lists', { query: { current, pageSize } })
}

type FanList = Reply<'GET /performer/fan-lists'>['data'][number]

/** One's own lists of fans. */
export default function Lists() {
  const t = useT()
  const { data, total } = useLoaderData<typeof loader>()
  const { revalidate } = useRevalidator()
  const { sendOrThrow } = useMutation()
  const [naming, setNaming] = useState<FanList | 'new' | null>(null)
  const [deleting, setDeleting] = useState<FanList | null>(null)
  const add = (
    <Button variant="primary" onClick={() => setNaming('new')}>
      <Plus aria-hidden="true" />
      {t('studio.lists.new')}
    </Button>
  )
  return (
    <>
      <PageTitle>{t('studio.lists.title')}</PageTitle>
      <PageHead title={t('studio.lists.title')} detail={t('studio.lists.detail')} actions={add} />
      <AudienceTabs />
      {data.length === 0 ? (
        <EmptyState title={t('studio.lists.empty')} action={add}>
          {t('studio.lists.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg bg-surface px-4 ring-1 ring-line md:px-5">
          {data.map((list) => (
            <li key={list._id} className="flex min-w-0 items-center gap-2 py-2">
              <Link to={`/creator/lists/${list._id}`} className="flex min-h-12 min-w-0 flex-1 items-center gap-3">
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate font-semibold text-match">
                    {list.name}
                  </span>
                  <span className="block text-xs text-ink-3">{t('studio.lists.members', { count: list.members })}</span>
                </span>
                <ChevronRight className="icon text-ink-3 rtl:-scale-x-100" aria-hidden="true" />
              </Link>
              <IconButton label={t('studio.lists.rename', { name: list.name })} onClick={() => setNaming(list)}>
                <Pencil aria-hidden="true" />
              </IconButton>
              <IconButton label={t('studio.lists.delete', { name: list.name })} onClick={() => setDeleting(list)}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Pagination total={total} />
      {naming ? (
        <NameDialog list={naming === 'new' ? null : naming} onClose={() => setNaming(null)} onSaved={revalidate} />
      ) : null}
      {deleting ? (
        <ConfirmDialog
          title={t('studio.lists.deleteTitle', { name: deleting.name })}
          action={t('studio.delete')}
          busy={t('ui.saving')}
          onConfirm={async () => {
            await sendOrThrow('DELETE /performer/fan-lists/:id', { params: { id: deleting._id } })
            await revalidate()
          }}
          onClose={() => setDeleting(null)}
        >
          {t('studio.lists.deleteText')}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
