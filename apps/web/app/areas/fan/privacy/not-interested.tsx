import { useRevalidator } from 'react-router'
import type { Api } from '../../../api/request-context.ts'
import type { Reply } from '../../../api/contract.ts'
import type { ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { ActionForm, useInPlaceForm } from '../../../parts/forms/action-form.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useProblemText } from '../../../ui/form.tsx'
import { PartialState } from '../../../ui/states.tsx'
import { Section } from '../account/account-frame.tsx'
import type { action } from './privacy.tsx'

type List = Reply<'GET /user/not-interested'>
const pageSize = 50

/** What the account does not want suggested: the newest, or those after the cursor that the address names. */
export const notInterestedOf = (api: Api, request: Request) => {
  const cursor = new URL(request.url).searchParams.get('notInterested')
  return api.call('GET /user/not-interested', {
    query: { pageSize, sortBy: 'createdAt', ...(cursor ? { cursor } : {}) },
  })
}

/** Creators and posts that are not suggested; each can be taken back. */
export function NotInterested({ found, problem }: { found: List | null; problem: ProblemData | null }) {
  const t = useT()
  const problemText = useProblemText()
  const { revalidate } = useRevalidator()
  const list = found?.data ?? []
  return (
    <Section title={t('privacy.notInterested.title')} lead={list.length > 0 ? t('privacy.notInterested.lead') : null}>
      {problem ? (
        <PartialState onRetry={() => void revalidate()}>{problemText(problem)}</PartialState>
      ) : list.length > 0 ? (
        <ul className="divide-y divide-line rounded-lg bg-surface ring-1 ring-line">
          {list.map((entry) => (
            <Row key={entry._id} entry={entry} />
          ))}
        </ul>
      ) : (
        <p className="text-sm text-ink-2">{t('privacy.notInterested.empty')}</p>
      )}
      {found?.nextCursor ? (
        <div className="mt-2 flex flex-wrap items-center justify-between gap-3">
          <p className="text-xs text-ink-3">
            {t('privacy.notInterested.shown', { shown: list.length, count: found.total })}
          </p>
          <ButtonLink
            to={`?notInterested=${encodeURIComponent(found.nextCursor)}`}
            size="sm"
            variant="outline"
            preventScrollReset
          >
            {t('privacy.blocked.more')}
          </ButtonLink>
        </div>
      ) : null}
    </Section>
  )
}

/** The row disappears on click, and returns if the request is rejected. */
function Row({ entry: { _id, type, performer, title, publishedAt } }: { entry: List['data'][number] }) {
  const t = useT()
  const { date } = useFormats()
  const form = useInPlaceForm<typeof action.suggest>('suggest')
  if (form.busy) return null
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <Avatar src={performer.avatar} size={40} />
      <p className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-semibold">
          <bdi>{performer.name}</bdi>
        </span>
        <span className="block truncate text-xs text-ink-3">
          {type === 'performer' ? (
            t('privacy.notInterested.all')
          ) : title ? (
            <bdi>{title}</bdi>
          ) : publishedAt ? (
            t('privacy.notInterested.post', { date: date(publishedAt) })
          ) : null}
        </span>
      </p>
      <ActionForm form={{ ...form, problem: null }} action="/user/privacy">
        <Button
          type="submit"
          size="sm"
          variant="outline"
          name={form.name('id')}
          value={_id}
          aria-label={t(type === 'performer' ? 'privacy.notInterested.undoLabel' : 'privacy.notInterested.undoPost', {
            name: performer.name,
          })}
        >
          {t('privacy.notInterested.undo')}
        </Button>
      </ActionForm>
    </li>
  )
}
