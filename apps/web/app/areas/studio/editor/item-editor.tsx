import clsx from 'clsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { useHydrated } from '../../../ui/hydrated.ts'
import { useKeyboardInset } from '../../../ui/keyboard-inset.ts'
import { FormProblem, useFieldText, useWorded } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useBuyers } from '../pieces/buyers.ts'
import { Deletion } from '../pieces/deletion.tsx'
import { Leaving } from '../pieces/leaving.tsx'
import { savedText } from '../pieces/saved-text.ts'
import {
  listOf,
  pageOf,
  type StudioItem,
  type StudioKindName,
  studioKinds,
  wasPublished,
} from '../pieces/studio-items.ts'
import { useItemStatus } from '../pieces/use-item-status.ts'
import { mayPublish } from './creator.ts'
import { isLater, type ItemDraft, waitsForConsent } from './draft.ts'
import { EditorHead } from './editor-head.tsx'
import { EditorNotices } from './editor-notices.tsx'
import { KeepingLine } from './keeping-line.tsx'
import { PublishBar } from './publish-bar.tsx'
import { Segments } from './segments.tsx'
import { canRetry, isLost, type UploadItem, type useUploads } from './uploads.ts'
import type { useDraft } from './use-draft.ts'
import { useAutosave } from './use-autosave.ts'
import { type Save, useSaving } from './use-saving.ts'
import { instantOf } from '../../../parts/time/zone.ts'
import { dot } from '../../../ui/dot.ts'

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
  | 'chapters'
  | 'noPhotos'
  | 'noPrice'
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
  'question',
  'options',
  'sameOptions',
  'pollEnds',
])

/** While new files of a published item are processed: the item says when they took the place of the old ones. */
const awaitedPollMs = 3000

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
  const buyersOf = useBuyers()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const list = listOf(kind)
  const { items } = uploads
  const [deleting, setDeleting] = useState(false)
  const { draft, dirty, edits, known, keptAt, isOwnEarlier, savedAt, saved, discard } = writing
  const current = useRef(known)
  current.current = known
  const {
    save,
    keep,
    saving,
    problem: refused,
  } = useSaving<Item>({
    write,
    current,
    uploads: items,
    onSaved: async (data, status) => {
      saved()
      toast.say(
        t.maybe(savedText(data, item)) ?? t('ui.saved'),
        data.status === 'published' && !wasPublished(item)
          ? { action: { label: t(`studio.composer.view.${kind}`), run: () => void navigate(pageOf(kind, data._id)) } }
          : undefined,
      )
      if (wasPublished(item)) await revalidate()
      else await navigate(status === 'draft' ? `${list}/${data._id}` : list, { replace: true })
    },
  })
  const keepDraft = () =>
    keep(edits.current, (data, upTo) => {
      current.current = data
      keptAt(data, upTo)
      // A reload opens the draft; the router goes on with the page as it is, so that nothing is taken from under the hands.
      const address = `${list}/${data._id}`
      if (location.pathname !== address) history.replaceState(history.state, '', address)
    })
  const isDraft = known === null || known.status === 'draft'
  const approved = mayPublish(verificationStatus)
  // Before the verification there are drafts of posts alone: all else is made of files, which aren’t taken yet.
  const maySave = approved || kind === 'feed'
  const {
    keeping,
    savedAt: keptWhen,
    settle,
    retry,
    release,
  } = useAutosave({
    isOn: isDraft && maySave && saving === null && !deleting,
    canSave: allowedInDrafts.has(obstacle),
    written: JSON.stringify([draft, items.map(({ fileId }) => fileId)]),
    dirty,
    save: async () => {
      const problem = await keepDraft()
      const id = current.current?._id
      if (problem?.code !== 'ITEM_CHANGED' || !id) return problem
      const stored = (await studioKinds[kind].read(id).catch(() => null))?.data as Item | undefined
      const fileIds = stored && savedUploads(stored).map(({ fileId }) => fileId)
      if (!stored || !isOwnEarlier(stored, fileIds ?? [])) return problem
      current.current = stored
      return keepDraft()
    },
  })
  const problem = useWorded(refused)
  /** On screens without room for both: whether the preview is shown in place of the form. */
  const [previews, setPreviews] = useState(false)
  useKeyboardInset()
  const later = !wasPublished(item) && isLater(draft, zone) ? instantOf(zone, draft.publishAt) : null
  const { setStatus, working } = useItemStatus(kind, revalidate)
  const isHydrated = useHydrated()

  const waits = item?.awaitedFiles?.problem === null
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => void revalidate(), awaitedPollMs)
    return () => clearInterval(timer)
  }, [waits, revalidate])

  const some = (state: UploadItem['state']) => items.some((entry) => entry.state === state)
  const sending = some('sending') || some('waiting') || some('paused') || items.some(isLost)
  const failures = items.filter((entry) => entry.state === 'failed' && !isLost(entry))
  const failed = failures.length > 0
  const given = item?.awaitedFiles?.problem
  const awaited =
    wasPublished(item) && some('processing')
      ? 'awaited'
      : given === 'failed'
        ? 'awaitedFailed'
        : given === 'sold'
          ? 'awaitedSold'
          : null
  const uploadStatus = sending
    ? t('studio.editor.waitSending')
    : failed
      ? t(failures.some(canRetry) ? 'studio.editor.someFailed' : 'studio.editor.someRefused')
      : obstacle
        ? t(`studio.obstacle.${obstacle}`)
        : some('processing') && !wasPublished(item)
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
      <div className="flex min-h-0 flex-1 flex-col md:grid md:grid-cols-[minmax(0,1fr)_auto] md:grid-rows-[auto_auto_minmax(0,1fr)] low:block">
        <EditorHead
          kind={kind}
          item={known}
          title={title}
          back={list}
          state={
            <KeepingLine
              keeping={keeping}
              savedAt={keptWhen}
              status={[
                t.maybe(`studio.status.${known?.status ?? 'draft'}`),
                known?.buyers ? t('studio.bought', { count: known.buyers, shown: buyersOf(known.buyers) }) : null,
              ]
                .filter(Boolean)
                .join(dot)}
              onRetry={retry}
            />
          }
          working={working}
          onArchive={() => known && void setStatus(known._id, 'archived')}
          onDelete={() => setDeleting(true)}
        />
        <div
          role="group"
          aria-label={t('studio.editor.preview')}
          className="border-b border-line px-4 py-2 min-[1100px]:hidden md:col-span-2"
        >
          <Segments
            choices={[
              { value: false, label: t('studio.composer.write') },
              { value: true, label: t('studio.composer.preview') },
            ]}
            value={previews}
            onChange={setPreviews}
          />
        </div>
        <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)] md:col-span-2 md:row-start-3 min-[1100px]:grid-cols-[minmax(0,1fr)_424px] low:block">
          <fieldset
            disabled={!isHydrated}
            className={clsx(
              'min-h-0 min-w-0 overflow-y-auto low:overflow-visible md:px-7 md:py-5',
              previews && 'max-[1099.98px]:hidden',
            )}
          >
            <div className="mx-auto grid max-w-[700px] grid-cols-[minmax(0,1fr)] content-start gap-2 pb-3 md:gap-3.5">
              <EditorNotices
                kind={kind}
                isApproved={approved}
                restoredAt={savedAt}
                isNew={known === null}
                zone={zone}
                conflict={
                  keeping === 'conflict'
                    ? {
                        onTheirs: () => {
                          discard()
                          location.assign(`${list}/${known?._id}`)
                        },
                        onMine: () => {
                          void save('draft', { isOver: true })
                          release()
                        },
                      }
                    : null
                }
                problems={unmatched}
                awaited={awaited}
                onDiscard={() => {
                  for (const entry of items) uploads.remove(entry.localId)
                  uploads.restore(item ? savedUploads(item) : [])
                  discard()
                }}
              />
              {children}
            </div>
          </fieldset>
          <div
            className={clsx(
              'min-h-0 overflow-y-auto bg-surface-2 px-4 py-4 min-[1100px]:border-s min-[1100px]:border-line md:px-6 low:overflow-visible',
              previews || 'max-[1099.98px]:hidden',
            )}
          >
            <div className="mx-auto max-w-[460px]">{preview}</div>
          </div>
        </div>
        <PublishBar
          draft={draft}
          isGated={kind !== 'product'}
          obstacle={uploadStatus}
          published={wasPublished(item)}
          archived={item?.status === 'archived'}
          later={later ? dateTime(later, zone) : null}
          saving={saving}
          canSave={maySave && !sending && allowedInDrafts.has(obstacle)}
          canPublish={approved && !sending && !failed && obstacle === null}
          onSave={(status) => void settle().then(() => save(status))}
        />
      </div>
      <Leaving
        dirty={dirty}
        title={t('studio.leave.title')}
        text={sending ? t('studio.leave.sending') : t(`studio.item.${kind}.leave`)}
      />
      {deleting && known ? (
        <Deletion
          kind={kind}
          item={known}
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
