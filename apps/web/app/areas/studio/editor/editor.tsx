import { CalendarClock, Image, ListChecks, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { call, newKey } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { apiOf } from '../../../api/visit.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/page-title.tsx'
import { PostCard } from '../../../parts/post-card/post-card.tsx'
import { Price } from '../../../parts/price.tsx'
import { useMe, useSettings } from '../../../parts/site.ts'
import { readTokens } from '../../../parts/read-tokens.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { Checkbox, Field, Input, RadioCards, Switch, Textarea } from '../../../ui/field.tsx'
import { FormProblem } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { FileDrop } from '../pieces/file-drop.tsx'
import { Deletion, tones } from '../posts/posts.tsx'
import { type Draft, emptyDraft, gateKinds, previewOf, savedUploads, tagsOf, typeOf } from './draft.ts'
import { PollFields } from './poll-fields.tsx'
import { UploadList } from './upload-list.tsx'
import { kindOf, useUploads } from './uploads.ts'
import { clockIn, instantOf } from './zone.ts'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [me, post] = await Promise.all([
    api.call('GET /performers/me'),
    params['id'] ? api.call('GET /performer/feeds/:id', { params: { id: params['id'] } }) : null,
  ])
  return { post: post?.data ?? null, zone: me.data.timezone || 'UTC', verificationStatus: me.data.verificationStatus }
}

export default function EditorPage() {
  const { post } = useLoaderData<typeof loader>()
  return <Editor key={post?._id ?? 'new'} />
}

function Editor() {
  const t = useT()
  const { number } = useFormats()
  const { post, zone, verificationStatus } = useLoaderData<typeof loader>()
  const me = useMe()
  const settings = useSettings()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [draft, setDraft] = useState<Draft>(() =>
    post
      ? {
          title: post.title,
          text: post.text,
          tags: post.tags.join(' '),
          gate: gateKinds.find((one) => one === post.gate.type) ?? 'subscribers',
          price: post.gate.price ? String(post.gate.price) : '',
          freeForSubscribers: post.gate.freeForSubscribers,
          publishAt: post.status === 'scheduled' && post.publishAt ? clockIn(zone, post.publishAt) : '',
          isPinned: post.isPinned,
          poll: post.poll
            ? {
                question: post.poll.question,
                options: post.poll.options.map(({ text }) => text),
                endsAt: post.poll.endsAt ? clockIn(zone, post.poll.endsAt) : '',
              }
            : null,
        }
      : emptyDraft,
  )
  const uploads = useUploads(post ? savedUploads(post) : [])
  const [saving, setSaving] = useState<'draft' | 'published' | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [asOthers, setAsOthers] = useState(false)
  const [deleting, setDeleting] = useState(false)
  const [wrongFile, setWrongFile] = useState<string | null>(null)
  const key = useRef(newKey())
  const pollKey = useRef(newKey())
  const madePoll = useRef<{ words: string; id: string }>(null)
  const dirty = useRef(false)
  const set = (change: Partial<Draft>) => {
    dirty.current = true
    setDraft((now) => ({ ...now, ...change }))
  }
  useEffect(() => {
    // Half a post is not lost to a closed tab without a question.
    const ask = (event: BeforeUnloadEvent) => dirty.current && event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])

  const main = uploads.items.filter(({ kind }) => kind === 'photo' || kind === 'video' || kind === 'audio')
  const thumbnail = uploads.items.find(({ kind }) => kind === 'thumbnail')
  const teaser = uploads.items.find(({ kind }) => kind === 'teaser')
  const type = typeOf(draft, uploads.items)
  const published = post?.status === 'published'
  const sending = uploads.items.some(({ state }) => state === 'sending' || state === 'waiting')
  const failed = uploads.items.some(({ state }) => state === 'failed')
  const processing = uploads.items.some(({ state }) => state === 'processing')
  const least = settings?.minimumContentPrice ?? 1
  const most = settings?.maximumContentPrice ?? 10_000
  const price = readTokens(draft.price)
  const limits = t('studio.editor.priceLimits', { least: number(least), most: number(most) })
  const badPrice = draft.gate === 'paid' && (price === null || price < least || price > most)
  const pollReady =
    !draft.poll || (draft.poll.question.trim() && draft.poll.options.filter((one) => one.trim()).length >= 2)
  const empty = type === 'text' && !draft.text.trim()
  const approved = verificationStatus === 'approved' || verificationStatus === 'expired'
  const blocked = !approved || sending || badPrice || !pollReady

  const drop = (files: File[]) => {
    setWrongFile(null)
    const wanted = main[0]?.kind ?? kindOf(files[0] as File)
    const good = files.filter((file) => kindOf(file) === wanted && wanted !== null)
    if (good.length < files.length)
      setWrongFile(t(main.length || good.length ? 'studio.editor.oneKind' : 'studio.editor.noSuchKind'))
    if (wanted && good.length) {
      dirty.current = true
      uploads.add(wanted === 'photo' ? good.slice(0, 40 - main.length) : good.slice(0, main.length ? 0 : 1), wanted)
    }
  }

  const save = async (status: 'draft' | 'published') => {
    if (saving) return
    setSaving(status)
    setProblem(null)
    try {
      let pollId = post?.poll?._id ?? null
      if (draft.poll && !pollId) {
        const words = JSON.stringify(draft.poll)
        if (madePoll.current?.words !== words) {
          if (madePoll.current) pollKey.current = newKey()
          const endsAt = draft.poll.endsAt ? instantOf(zone, draft.poll.endsAt) : null
          const { data } = await call('POST /performer/feeds/polls', {
            body: {
              question: draft.poll.question,
              options: draft.poll.options.map((one) => one.trim()).filter(Boolean),
              endsAt,
            },
            key: pollKey.current,
          })
          madePoll.current = { words, id: data._id }
        }
        pollId = madePoll.current.id
      }
      const body = {
        title: draft.title,
        text: draft.text,
        tags: tagsOf(draft.tags),
        isPinned: draft.isPinned,
        fileIds: type === 'poll' ? [] : main.flatMap(({ fileId }) => fileId ?? []),
        thumbnailId: thumbnail?.fileId ?? null,
        teaserId: teaser?.fileId ?? null,
        ...(type === 'poll' ? { pollId } : {}),
        gate:
          draft.gate === 'paid'
            ? { type: draft.gate, price: price ?? 0, freeForSubscribers: draft.freeForSubscribers }
            : { type: draft.gate },
        ...(published ? {} : { type, status, publishAt: draft.publishAt ? instantOf(zone, draft.publishAt) : null }),
      }
      const { data } = post
        ? await call('PUT /performer/feeds/:id', { params: { id: post._id }, body })
        : await call('POST /performer/feeds', {
            body: { ...body, type, status, publishAt: draft.publishAt ? instantOf(zone, draft.publishAt) : null },
            key: key.current,
          })
      key.current = newKey()
      dirty.current = false
      toast.say(t.maybe(`studio.saved.${data.status}`) ?? t('ui.saved'))
      if (published) await revalidate()
      else await navigate(status === 'draft' ? `/creator/posts/${data._id}` : '/creator/posts')
    } catch (error) {
      setProblem(asProblem(error))
      // What was refused may be written differently next time.
      if (asProblem(error).status >= 400) key.current = newKey()
    } finally {
      setSaving(null)
    }
  }
  const pollErrors = problem?.errors.length ? problem.errors.map(({ message }) => message).join(' ') : null

  return (
    <FormProblem problem={problem}>
      <PageTitle>{post ? t('studio.editor.edit') : t('studio.newPost')}</PageTitle>
      <PageHead
        title={post ? t('studio.editor.edit') : t('studio.newPost')}
        back="/creator/posts"
        actions={
          post ? (
            <>
              <Badge tone={tones[post.status] ?? 'quiet'}>{t.maybe(`studio.status.${post.status}`)}</Badge>
              <IconButton label={t('studio.delete')} onClick={() => setDeleting(true)}>
                <Trash2 aria-hidden="true" />
              </IconButton>
            </>
          ) : null
        }
      />
      {approved ? null : (
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-token-soft px-5 py-4 text-token-soft-ink">
          <p>{t('studio.editor.notApproved')}</p>
          <ButtonLink look="ink" size="sm" to="/creator/verification">
            {t('studio.verification.title')}
          </ButtonLink>
        </div>
      )}
      {pollErrors ? (
        <p role="alert" className="mb-4 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-soft-ink">
          {pollErrors}
        </p>
      ) : null}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_420px] xl:gap-8">
        <div className="grid min-w-0 content-start gap-4">
          <section className="grid gap-4 rounded-lg bg-surface p-5 ring-1 ring-line">
            <Field label={t('studio.editor.title')} name="title" optional={t('studio.editor.optional')}>
              <Input
                value={draft.title}
                maxLength={200}
                onChange={(event) => set({ title: event.currentTarget.value })}
              />
            </Field>
            <Field label={t('studio.editor.text')} name="text">
              <Textarea
                value={draft.text}
                rows={5}
                maxLength={10_000}
                placeholder={t('studio.editor.textHint')}
                onChange={(event) => set({ text: event.currentTarget.value })}
              />
            </Field>
            <Field
              label={t('studio.editor.tags')}
              name="tags"
              optional={t('studio.editor.optional')}
              hint={
                tagsOf(draft.tags)
                  .map((tag) => `#${tag}`)
                  .join(' ') || t('studio.editor.tagsHint')
              }
            >
              <Input value={draft.tags} onChange={(event) => set({ tags: event.currentTarget.value })} />
            </Field>
          </section>

          {draft.poll ? (
            <PollFields
              poll={draft.poll}
              fixed={Boolean(post?.poll)}
              onChange={(poll) => set({ poll })}
              onRemove={() => set({ poll: null })}
            />
          ) : (
            <section className="rounded-lg bg-surface p-5 ring-1 ring-line">
              <div className="mb-3 flex items-center justify-between gap-3">
                <h2 className="text-lg">{t('studio.editor.files')}</h2>
                {main.length === 0 && !published ? (
                  <Button
                    size="sm"
                    look="ghost"
                    onClick={() => set({ poll: { question: '', options: ['', ''], endsAt: '' } })}
                  >
                    <ListChecks aria-hidden="true" />
                    {t('studio.editor.makePoll')}
                  </Button>
                ) : null}
              </div>
              <UploadList items={main} onRemove={uploads.remove} onRetry={uploads.retry} onMove={uploads.move} />
              {main.length === 0 || main[0]?.kind === 'photo' ? (
                <FileDrop
                  className={main.length ? 'mt-3 py-4!' : ''}
                  multiple
                  accept={main.length ? 'image/*' : 'image/*,video/*,audio/*,.heic,.avif,.mkv'}
                  disabled={!approved}
                  label={main.length ? t('studio.editor.morePhotos') : t('studio.editor.drop')}
                  hint={main.length ? undefined : t('studio.editor.dropHint')}
                  onFiles={drop}
                />
              ) : null}
              {wrongFile ? (
                <p role="alert" className="mt-2 text-xs text-danger-text">
                  {wrongFile}
                </p>
              ) : null}
              <div aria-live="polite" className="sr-only">
                {processing ? t('studio.editor.processing') : ''}
              </div>
              {main.length ? (
                <div className="mt-4 grid gap-3 border-t border-line pt-4 sm:grid-cols-2">
                  <div>
                    <p className="mb-2 text-sm font-[600]">{t('studio.editor.thumbnail')}</p>
                    {thumbnail ? (
                      <UploadList
                        items={[thumbnail]}
                        onRemove={uploads.remove}
                        onRetry={uploads.retry}
                        onMove={uploads.move}
                      />
                    ) : (
                      <FileDrop
                        accept="image/*"
                        className="py-4!"
                        label={t('studio.editor.chooseThumbnail')}
                        hint={t('studio.editor.thumbnailHint')}
                        onFiles={(files) => uploads.add(files, 'thumbnail')}
                      >
                        <Image className="icon text-ink-3" aria-hidden="true" />
                      </FileDrop>
                    )}
                  </div>
                  {type === 'video' && draft.gate !== 'public' ? (
                    <div>
                      <p className="mb-2 text-sm font-[600]">{t('studio.editor.teaser')}</p>
                      {teaser ? (
                        <UploadList
                          items={[teaser]}
                          onRemove={uploads.remove}
                          onRetry={uploads.retry}
                          onMove={uploads.move}
                        />
                      ) : (
                        <FileDrop
                          accept="video/*"
                          className="py-4!"
                          label={t('studio.editor.chooseTeaser')}
                          hint={t('studio.editor.teaserHint')}
                          onFiles={(files) => uploads.add(files, 'teaser')}
                        />
                      )}
                    </div>
                  ) : null}
                </div>
              ) : null}
            </section>
          )}

          <section className="rounded-lg bg-surface p-5 ring-1 ring-line">
            <RadioCards
              columns
              name="gate"
              legend={t('studio.editor.who')}
              value={draft.gate}
              onChange={(gate) => set({ gate: gate as Draft['gate'] })}
              choices={gateKinds.map((kind) => ({
                value: kind,
                title: t(`studio.gate.${kind}`),
                detail: t(`studio.gateHint.${kind}`),
              }))}
            />
            {draft.gate === 'paid' ? (
              <div className="mt-4 grid gap-4 border-t border-line pt-4 sm:grid-cols-2">
                <Field
                  label={t('studio.editor.price')}
                  name="price"
                  hint={price && !badPrice ? <Price tokens={price} /> : limits}
                  error={draft.price && badPrice ? limits : undefined}
                  required
                >
                  <Input
                    inputMode="decimal"
                    value={draft.price}
                    onChange={(event) => set({ price: event.currentTarget.value })}
                    className="num"
                  />
                </Field>
                <Checkbox
                  className="self-center"
                  checked={draft.freeForSubscribers}
                  onChange={(event) => set({ freeForSubscribers: event.currentTarget.checked })}
                  label={t('studio.editor.freeForSubscribers')}
                />
              </div>
            ) : null}
          </section>

          <section className="grid gap-4 rounded-lg bg-surface p-5 ring-1 ring-line">
            {published ? null : (
              <Field
                label={t('studio.editor.when')}
                name="publishAt"
                optional={t('studio.editor.optional')}
                hint={t('studio.editor.whenHint', { zone: zone.replaceAll('_', ' ') })}
              >
                <Input
                  type="datetime-local"
                  value={draft.publishAt}
                  onChange={(event) => set({ publishAt: event.currentTarget.value })}
                />
              </Field>
            )}
            <Switch
              label={t('studio.editor.pin')}
              hint={t('studio.editor.pinHint')}
              checked={draft.isPinned}
              onChange={(event) => set({ isPinned: event.currentTarget.checked })}
            />
          </section>

          <div className="glass sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 -mx-4 flex flex-wrap items-center justify-end gap-2 border-t border-line px-4 py-3 md:bottom-0 md:mx-0 md:rounded-t-lg">
            <p role="status" className="me-auto text-xs text-ink-3">
              {sending
                ? t('studio.editor.waitSending')
                : failed
                  ? t('studio.editor.someFailed')
                  : processing
                    ? t('studio.editor.goesWhenReady')
                    : ''}
            </p>
            {published ? null : (
              <Button
                look="quiet"
                busy={saving === 'draft' ? t('ui.saving') : undefined}
                disabled={!approved || sending || saving === 'published'}
                onClick={() => void save('draft')}
              >
                {t('studio.editor.saveDraft')}
              </Button>
            )}
            <Button
              look="primary"
              busy={saving === 'published' ? t('ui.saving') : undefined}
              disabled={blocked || failed || empty || saving === 'draft'}
              onClick={() => void save('published')}
            >
              {draft.publishAt && !published ? <CalendarClock aria-hidden="true" /> : null}
              {published
                ? t('studio.editor.saveChanges')
                : draft.publishAt
                  ? t('studio.editor.schedule')
                  : t('studio.editor.publish')}
            </Button>
          </div>
        </div>

        <aside aria-label={t('studio.editor.preview')} className="min-w-0 self-start xl:sticky xl:top-6">
          <div className="mb-3 flex items-center justify-between gap-3">
            <h2 className="text-lg">{t('studio.editor.preview')}</h2>
            {draft.gate === 'public' ? null : (
              <div className="inline-flex rounded-full bg-surface-2 p-[3px]">
                {(
                  [
                    [false, 'studio.editor.asInside'],
                    [true, 'studio.editor.asOthers'],
                  ] as const
                ).map(([closed, label]) => (
                  <button
                    key={label}
                    type="button"
                    aria-pressed={asOthers === closed}
                    onClick={() => setAsOthers(closed)}
                    className={
                      asOthers === closed
                        ? 'h-8 rounded-full bg-surface px-3 text-xs font-[600] shadow-1 dark:bg-surface-3'
                        : 'h-8 rounded-full px-3 text-xs font-[600] text-ink-2'
                    }
                  >
                    {t(label)}
                  </button>
                ))}
              </div>
            )}
          </div>
          {me ? (
            <div className="max-md:px-4">
              <PostCard
                preview
                alone
                post={previewOf(draft, uploads.items, me, asOthers && draft.gate !== 'public', post)}
              />
            </div>
          ) : null}
        </aside>
      </div>
      {deleting && post ? (
        <Deletion
          post={post}
          onClose={() => setDeleting(false)}
          onDone={() => {
            dirty.current = false
            void navigate('/creator/posts')
          }}
        />
      ) : null}
    </FormProblem>
  )
}
