import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { type LoaderFunctionArgs, useLoaderData, useNavigate, useRevalidator } from 'react-router'
import { apiOf } from '../../../api/request-context.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useSettings } from '../../../parts/site/site.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { FormProblem, useFieldText, useWorded } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Deletion } from '../pieces/deletion.tsx'
import { useOwnZone } from '../pieces/own-zone.ts'
import { tones } from '../pieces/post-states.ts'
import { obstacleOf, savedUploads } from './draft.ts'
import { FilesSection } from './files-section.tsx'
import { GateSection } from './gate-section.tsx'
import { Leaving } from '../pieces/leaving.tsx'
import { PollFields } from './poll-fields.tsx'
import { PreviewPane } from './preview-pane.tsx'
import { SaveBar } from './save-bar.tsx'
import { TimingSection } from './timing-section.tsx'
import { isLost, useUploads } from './uploads.ts'
import { useDraft } from './use-draft.ts'
import { useSaving } from './use-saving.ts'
import { TextSection } from './text-section.tsx'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]

export async function loader({ params, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [me, post] = await Promise.all([
    api.call('GET /performers/me'),
    params['id'] ? api.call('GET /performer/feeds/:id', { params: { id: params['id'] } }) : null,
  ])
  return { post: post?.data ?? null, verificationStatus: me.data.verificationStatus }
}

export default function EditorPage() {
  const { post } = useLoaderData<typeof loader>()
  return <Editor key={post?._id ?? 'new'} />
}

/** Form fields that show their own error; all other errors are shown at the top. */
const fields = /(?:^|\.)(?:title|text|tags|question|options|endsAt|price|publishAt)(?:\.|$)/

function Editor() {
  const t = useT()
  const { dateTime } = useFormats()
  const { post, verificationStatus } = useLoaderData<typeof loader>()
  const settings = useSettings()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const zone = useOwnZone()
  const uploads = useUploads(post ? savedUploads(post) : [])
  const { items } = uploads
  const { draft, set, dirty, savedAt, saved, discard } = useDraft(post, zone, uploads)
  const {
    save,
    saving,
    problem: refused,
  } = useSaving({
    post,
    draft,
    items,
    zone,
    onSaved: async (data, status) => {
      saved()
      toast.say(t.maybe(`studio.saved.${data.status}`) ?? t('ui.saved'))
      if (post?.status === 'published') await revalidate()
      else await navigate(status === 'draft' ? `/creator/posts/${data._id}` : '/creator/posts')
    },
  })
  const problem = useWorded(refused)
  const [deleting, setDeleting] = useState(false)
  const isHydrated = useHydrated()

  const published = post?.status === 'published'
  const approved = verificationStatus === 'approved' || verificationStatus === 'expired'
  const some = (state: (typeof items)[number]['state']) => items.some((item) => item.state === state)
  const sending = some('sending') || some('waiting') || items.some(isLost)
  const failed = items.some((item) => item.state === 'failed' && !isLost(item))
  const limits = { least: settings?.minimumContentPrice ?? 1, most: settings?.maximumContentPrice ?? 10_000 }
  const obstacle = obstacleOf(draft, items, { zone, ...limits, pollSaved: Boolean(post?.poll) })
  const uploadStatus = sending
    ? t('studio.editor.waitSending')
    : failed
      ? t('studio.editor.someFailed')
      : obstacle
        ? t(`studio.obstacle.${obstacle}`)
        : some('processing')
          ? t('studio.editor.goesWhenReady')
          : ''
  const fieldText = useFieldText()
  const unmatched = fieldText(problem?.errors.filter(({ path }) => !fields.test(path)) ?? [])

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
          <ButtonLink variant="ink" size="sm" to="/creator/verification">
            {t('studio.verification.title')}
          </ButtonLink>
        </div>
      )}
      {savedAt === null ? null : (
        <div
          role="status"
          className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-lg bg-primary-soft px-5 py-2.5 text-sm text-primary-soft-ink"
        >
          <p>{t('studio.savedDraft.from', { at: dateTime(new Date(savedAt), zone) })}</p>
          <Button
            size="sm"
            variant="ghost"
            className="-me-3 text-primary-soft-ink!"
            onClick={() => {
              for (const item of items) uploads.remove(item.localId)
              uploads.restore(post ? savedUploads(post) : [])
              discard()
            }}
          >
            {t(post ? 'studio.savedDraft.discard' : 'studio.savedDraft.afresh')}
          </Button>
        </div>
      )}
      {unmatched.length ? (
        <p role="alert" className="mb-4 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-soft-ink">
          {unmatched.join(' ')}
        </p>
      ) : null}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6 xl:grid-cols-[minmax(0,1fr)_420px] xl:gap-8">
        <fieldset disabled={!isHydrated} className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">
          <TextSection draft={draft} onChange={set} />
          <GateSection draft={draft} {...limits} onChange={set} />
          {draft.poll ? (
            <PollFields
              poll={draft.poll}
              zone={zone}
              fixed={Boolean(post?.poll)}
              onChange={(poll) => set({ poll })}
              onRemove={() => set({ poll: null })}
            />
          ) : (
            <FilesSection
              uploads={uploads}
              disabled={!approved}
              withTeaser={draft.gate !== 'public'}
              onPoll={published ? undefined : () => set({ poll: { question: '', options: ['', ''], endsAt: '' } })}
            />
          )}
          <TimingSection draft={draft} zone={zone} published={published} onChange={set} />
          <SaveBar
            uploadStatus={uploadStatus}
            published={published}
            later={draft.publishAt !== ''}
            saving={saving}
            // A draft may be empty, but a draft with an invalid poll or price can't be saved.
            canSave={approved && !sending && (obstacle === null || obstacle === 'empty')}
            canPublish={approved && !sending && !failed && obstacle === null}
            onSave={(status) => void save(status)}
          />
        </fieldset>
        <PreviewPane draft={draft} items={items} saved={post} isVerified={approved} />
      </div>
      <Leaving
        dirty={dirty}
        title={t('studio.leave.title')}
        text={t(sending ? 'studio.leave.sending' : 'studio.leave.saved')}
      />
      {deleting && post ? (
        <Deletion
          post={post}
          onClose={() => setDeleting(false)}
          onDone={() => {
            saved()
            void navigate('/creator/posts')
          }}
        />
      ) : null}
    </FormProblem>
  )
}
