import { Archive, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button, ButtonLink, IconButton } from '../../../ui/button.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { FormProblem, useFieldText, useWorded } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Deletion } from '../pieces/deletion.tsx'
import { Leaving } from '../pieces/leaving.tsx'
import { tones } from '../pieces/post-states.ts'
import { savedText } from '../pieces/saved-text.ts'
import { listOf, type StudioItem, type StudioKindName, wasPublished } from '../pieces/studio-items.ts'
import { useItemStatus } from '../pieces/use-item-status.ts'
import { type ItemDraft, waitsForConsent } from './draft.ts'
import { SaveBar } from './save-bar.tsx'
import { isLost, type UploadItem, type useUploads } from './uploads.ts'
import type { useDraft } from './use-draft.ts'
import { type Save, useSaving } from './use-saving.ts'

/** Form fields that show their own error; all other errors are shown at the top. */
const fields =
  /(?:^|\.)(?:title|text|tags|question|options|endsAt|price|publishAt|expiresAt|stock|shippingFee|shippingCountries|processingDays|imageIds|digitalFileId|participantIds|listIds)(?:\.|$)/

export type Obstacle =
  | 'noTitle'
  | 'noFile'
  | 'stock'
  | 'shippingFee'
  | 'noCountries'
  | 'processingDays'
  | 'empty'
  | 'noVideo'
  | 'noPhotos'
  | 'price'
  | 'noList'
  | 'expiry'
  | 'question'
  | 'options'
  | 'sameOptions'
  | 'pollEnds'
/** A draft may lack what an item is made of; with any other obstacle it can't be saved. */
const allowedInDrafts: ReadonlySet<Obstacle | null> = new Set([
  null,
  'empty',
  'noVideo',
  'noPhotos',
  'noTitle',
  'noFile',
])

interface ItemEditorProps<Item extends StudioItem, Draft extends ItemDraft> {
  kind: StudioKindName
  item: Item | null
  /** The creator's, which decides whether anything can be saved. */
  verificationStatus: string
  zone: string
  uploads: ReturnType<typeof useUploads>
  /** The files of the saved item as the list of uploads shows them. */
  savedUploads: (item: Item) => UploadItem[]
  writing: ReturnType<typeof useDraft<Item, Draft>>
  obstacle: Obstacle | null
  write: Save<Item>
  /** The sections of the form. */
  children: ReactNode
  preview: ReactNode
}

export const mayPublish = (verificationStatus: string): boolean =>
  verificationStatus === 'approved' || verificationStatus === 'expired'

/** The page on which an item of any kind is written: its form, what prevents saving, the ways to save, and a preview. */
export function ItemEditor<Item extends StudioItem, Draft extends ItemDraft>({
  kind,
  item,
  verificationStatus,
  zone,
  uploads,
  savedUploads,
  writing,
  obstacle,
  write,
  children,
  preview,
}: ItemEditorProps<Item, Draft>) {
  const t = useT()
  const { dateTime } = useFormats()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const list = listOf(kind)
  const { items } = uploads
  const { draft, dirty, savedAt, saved, discard } = writing
  const {
    save,
    saving,
    problem: refused,
  } = useSaving<Item>({
    write,
    uploads: items,
    onSaved: async (data, status) => {
      saved()
      toast.say(t.maybe(savedText(data, item)) ?? t('ui.saved'))
      if (wasPublished(item)) await revalidate()
      else await navigate(status === 'draft' ? `${list}/${data._id}` : list)
    },
  })
  const problem = useWorded(refused)
  const [deleting, setDeleting] = useState(false)
  const { setStatus, working } = useItemStatus(kind, revalidate)
  const isHydrated = useHydrated()

  const approved = mayPublish(verificationStatus)
  const some = (state: UploadItem['state']) => items.some((entry) => entry.state === state)
  const sending = some('sending') || some('waiting') || some('paused') || items.some(isLost)
  const failed = items.some((entry) => entry.state === 'failed' && !isLost(entry))
  const uploadStatus = sending
    ? t('studio.editor.waitSending')
    : failed
      ? t('studio.editor.someFailed')
      : obstacle
        ? t(`studio.obstacle.${obstacle}`)
        : some('processing')
          ? t('studio.editor.goesWhenReady')
          : waitsForConsent(draft)
            ? t('studio.editor.waitsForConsent')
            : ''
  const fieldText = useFieldText()
  const unmatched = fieldText(problem?.errors.filter(({ path }) => !fields.test(path)) ?? [])
  const title = t(item ? `studio.item.${kind}.edit` : `studio.item.${kind}.new`)

  return (
    <FormProblem problem={problem}>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={title}
        back={list}
        actions={
          item ? (
            <>
              <Badge tone={tones[item.status] ?? 'quiet'}>{t.maybe(`studio.status.${item.status}`)}</Badge>
              {item.status === 'published' ? (
                <IconButton
                  label={t('studio.archive')}
                  disabled={working}
                  onClick={() => void setStatus(item._id, 'archived')}
                >
                  <Archive aria-hidden="true" />
                </IconButton>
              ) : null}
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
              for (const entry of items) uploads.remove(entry.localId)
              uploads.restore(item ? savedUploads(item) : [])
              discard()
            }}
          >
            {t(item ? 'studio.savedDraft.discard' : 'studio.savedDraft.afresh')}
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
          {children}
          <SaveBar
            uploadStatus={uploadStatus}
            published={wasPublished(item)}
            archived={item?.status === 'archived'}
            later={draft.publishAt !== ''}
            saving={saving}
            canSave={approved && !sending && allowedInDrafts.has(obstacle)}
            canPublish={approved && !sending && !failed && obstacle === null}
            onSave={(status) => void save(status)}
          />
        </fieldset>
        {preview}
      </div>
      <Leaving
        dirty={dirty}
        title={t('studio.leave.title')}
        text={sending ? t('studio.leave.sending') : t(`studio.item.${kind}.leave`)}
      />
      {deleting && item ? (
        <Deletion
          kind={kind}
          item={item}
          onClose={() => setDeleting(false)}
          onDone={() => {
            saved()
            void navigate(list)
          }}
        />
      ) : null}
    </FormProblem>
  )
}
