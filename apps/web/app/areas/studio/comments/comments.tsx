import { commenters } from '@fanlight/contract/commenters'
import { heldWordsMax } from '@fanlight/contract/limits'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router'
import { call, type Reply } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { useMutation } from '../../../parts/forms/use-mutation.ts'
import { fanAddress } from '../../../parts/creators/fan-address.ts'
import { wordsIn } from '../../../parts/forms/words.ts'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Moment } from '../../../parts/time/moment.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, Select, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ContentTabs } from '../pieces/content-tabs.tsx'
import { pageOf, type StudioKindName } from '../pieces/studio-items.ts'

type Held = Reply<'GET /performer/comments/held'>
type Me = Reply<'GET /performers/me'>['data']

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [held, me] = await Promise.all([
    api.call('GET /performer/comments/held', { query: {} }),
    api.call('GET /performers/me'),
  ])
  return { held, me: me.data }
}

/** Who may comment, which words hold a comment, and the comments that wait. */
export default function Comments() {
  const t = useT()
  const { held, me } = useLoaderData<typeof loader>()
  return (
    <>
      <PageTitle>{t('studio.comments.title')}</PageTitle>
      <PageHead title={t('studio.comments.title')} detail={t('studio.comments.detail')} />
      <ContentTabs />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
          <h2 className="text-lg">{t('studio.comments.waiting')}</h2>
          {held.data.length === 0 ? (
            <EmptyState title={t('studio.comments.empty')}>{t('studio.comments.emptyHint')}</EmptyState>
          ) : (
            <HeldList key={held.data.map(({ _id }) => _id).join()} held={held} />
          )}
        </section>
        <Rules me={me} />
      </div>
    </>
  )
}

function HeldList({ held }: { held: Held }) {
  const t = useT()
  const pages = usePages(held, (cursor) => call('GET /performer/comments/held', { query: { cursor } }))
  return (
    <>
      <ul className="mt-1">
        {pages.items.map((comment) => (
          <HeldComment key={comment._id} comment={comment} />
        ))}
      </ul>
      <MorePages pages={pages} label={t('studio.comments.more')} />
    </>
  )
}

function HeldComment({ comment }: { comment: Held['data'][number] }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working } = useMutation({ toasts: true })
  const name = comment.author?.name ?? ''
  const fan = comment.isFan ? comment.author?.username : null
  const params = { id: comment._id }
  const approve = async () => {
    if (!(await send('POST /comments/:id/approval', { params, once: true }))) return
    toast.success('studio.comments.approved')
    await revalidate()
  }
  const remove = async () => {
    if (!(await send('DELETE /comments/:id', { params }))) return
    toast.success('studio.comments.deleted')
    await revalidate()
  }
  return (
    <li className="flex gap-3 border-t border-line py-3 first:border-0">
      <Avatar src={comment.author?.avatar} size={36} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 text-sm">
          {fan ? (
            <Link to={fanAddress(fan)} className="font-bold">
              <bdi>{name}</bdi>
            </Link>
          ) : (
            <bdi className="font-bold">{name}</bdi>
          )}
          <Moment at={comment.createdAt} className="text-xs text-ink-3" />
        </p>
        <p dir="auto" className="mt-0.5 whitespace-pre-line wrap-anywhere">
          {comment.text}
        </p>
        <p className="mt-1 text-xs">
          <Link to={pageOf(comment.item.kind as StudioKindName, comment.item._id)} className="link">
            {comment.item.title || t(`studio.trash.kind.${comment.item.kind as StudioKindName}`)}
          </Link>
        </p>
        <div className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            variant="primary"
            disabled={working}
            aria-label={t('studio.comments.approveOf', { name })}
            onClick={() => void approve()}
          >
            {t('studio.comments.approve')}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="text-danger-text!"
            disabled={working}
            aria-label={t('studio.comments.deleteOf', { name })}
            onClick={() => void remove()}
          >
            {t('studio.delete')}
          </Button>
        </div>
      </div>
    </li>
  )
}

function Rules({ me }: { me: Me }) {
  const t = useT()
  const { revalidate } = useRevalidator()
  const { send, working, problem } = useMutation()
  const [who, setWho] = useState(me.whoMayComment)
  const save = async (form: FormData) => {
    const body = { whoMayComment: who, heldWords: wordsIn(String(form.get('heldWords') ?? '')) }
    if (!(await send('PUT /performers/me', { body, once: true }))) return
    toast.success('ui.saved')
    await revalidate()
  }
  return (
    <section className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="text-lg">{t('studio.comments.rules')}</h2>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save(new FormData(event.currentTarget))
        }}
        className="mt-3 grid gap-4"
      >
        <FormProblem problem={problem}>
          <Field label={t('studio.comments.who')} name="whoMayComment">
            <Select value={who} onChange={(event) => setWho(event.currentTarget.value as typeof who)}>
              {commenters.map((choice) => (
                <option key={choice} value={choice}>
                  {t(`studio.comments.who.${choice}`)}
                </option>
              ))}
            </Select>
          </Field>
          <Field
            label={t('studio.comments.words')}
            name="heldWords"
            hint={t('studio.comments.wordsHint', { max: heldWordsMax })}
          >
            <Textarea rows={6} dir="auto" defaultValue={me.heldWords.join('\n')} />
          </Field>
          <Button type="submit" variant="primary" busy={working ? t('ui.saving') : undefined}>
            {t('studio.comments.save')}
          </Button>
        </FormProblem>
      </form>
    </section>
  )
}
