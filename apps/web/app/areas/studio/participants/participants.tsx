import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Button } from '../../../ui/button.tsx'
import { Input } from '../../../ui/field.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { tableQuery, useTableState } from '../../../ui/table-state.ts'
import { Chips } from '../../../ui/tabs.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ContentTabs } from '../pieces/content-tabs.tsx'
import { AddPerson } from './add-person.tsx'
import { PersonRow } from './person-row.tsx'
import { Requests } from './requests.tsx'

export const handle = { messages: ['studio', 'consent'] }
export const clientMiddleware = [withMessages('studio', 'consent')]

const statuses = ['invited', 'signed', 'verified', 'rejected', 'revoked', 'expired'] as const

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const url = new URL(request.url)
  const { current, pageSize } = tableQuery(url)
  const status = statuses.find((entry) => entry === url.searchParams.get('status'))
  const q = url.searchParams.get('q')?.trim().slice(0, 100)
  const [me, list, requests] = await Promise.all([
    api.call('GET /performers/me'),
    api.call('GET /performer/participants', {
      query: { current, pageSize, ...(status ? { status } : {}), ...(q ? { q } : {}) },
    }),
    api.call('GET /performer/consent-requests', { query: { pageSize: 50 } }),
  ])
  return { list, requests: requests.data, verificationStatus: me.data.verificationStatus }
}

/** The people whom one's content shows, and what other creators ask one to consent to. */
export default function Participants() {
  const t = useT()
  const { list, requests, verificationStatus } = useLoaderData<typeof loader>()
  const { filter } = useTableState()
  const { revalidate } = useRevalidator()
  const [adding, setAdding] = useState(false)
  const filtered = filter('status') !== '' || filter('q') !== ''
  const mayAdd = verificationStatus === 'approved' || verificationStatus === 'expired'
  // The link and the code go to the guest alone.
  const onInvited = async (email: string | null) => {
    toast.say(email ? t('consent.people.sentTo', { email }) : t('consent.people.invited'))
    await revalidate()
  }
  const add = (
    <Button variant="primary" disabled={!mayAdd} onClick={() => setAdding(true)}>
      <Plus aria-hidden="true" />
      {t('consent.people.add')}
    </Button>
  )
  return (
    <>
      <PageTitle>{t('consent.people.title')}</PageTitle>
      <PageHead title={t('consent.people.title')} detail={t('consent.people.detail')} actions={add} />
      <ContentTabs />
      <Requests requests={requests} onAnswered={revalidate} />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('consent.people.status')}
          name="status"
          className="max-w-full"
          tabs={[
            { label: t('studio.all') },
            ...statuses.map((status) => ({ label: t(`consent.status.${status}`), value: status })),
          ]}
        />
        <Form role="search" className="w-full sm:w-64">
          {filter('status') ? <input type="hidden" name="status" value={filter('status')} /> : null}
          <Input
            key={filter('q')}
            small
            type="search"
            name="q"
            className="ps-10!"
            defaultValue={filter('q')}
            maxLength={100}
            aria-label={t('consent.people.search')}
            placeholder={t('consent.people.search')}
            start={<Search className="icon size-4!" aria-hidden="true" />}
          />
        </Form>
      </div>
      {list.data.length === 0 ? (
        <EmptyState
          title={t(filtered ? 'consent.people.noMatch' : 'consent.people.empty')}
          action={
            filtered ? (
              <Link to="/creator/participants" className="link">
                {t('studio.all')}
              </Link>
            ) : (
              add
            )
          }
        >
          {filtered ? null : t('consent.people.emptyHint')}
        </EmptyState>
      ) : (
        <ul className="mt-4 divide-y divide-line rounded-lg bg-surface px-4 ring-1 ring-line md:px-5">
          {list.data.map((person) => (
            <PersonRow
              key={person._id}
              person={person}
              mayInvite={mayAdd}
              onInvited={onInvited}
              onChanged={revalidate}
            />
          ))}
        </ul>
      )}
      <Pagination total={list.total} />
      {adding ? <AddPerson onClose={() => setAdding(false)} onAdded={onInvited} /> : null}
    </>
  )
}
