import clsx from 'clsx'
import { Check, FolderOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '../../../api/client.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Input } from '../../../ui/field.tsx'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../../ui/states.tsx'
import { purposeOf, type UploadKind, type useUploads } from '../editor/uploads.ts'
import { FileImage } from './file-image.tsx'
import { isInGallery, stateOf, uploadOf, type VaultFile, type VaultPage } from './vault-files.ts'

interface PickerProps {
  uploads: Pick<ReturnType<typeof useUploads>, 'addExisting' | 'items'>
  /** One kind of file, or all that the item may be made of. */
  kind: UploadKind | undefined
  /** How many more it takes. */
  room: number
  disabled?: boolean
  /** A gallery takes no photo of another gallery. */
  forGallery?: boolean
}

/** Opens the vault beside the place where files are dropped: what is uploaded already is not uploaded again. */
export function ChooseFromVault(props: PickerProps) {
  const t = useT()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        className="mt-2"
        disabled={props.disabled || props.room <= 0}
        onClick={() => setOpen(true)}
      >
        <FolderOpen aria-hidden="true" />
        {t('studio.vault.choose')}
      </Button>
      {open ? <Picker {...props} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function Picker({ uploads, kind, room, forGallery = false, onClose }: PickerProps & { onClose: () => void }) {
  const t = useT()
  const [q, setQ] = useState('')
  const [first, setFirst] = useState<VaultPage | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [round, setRound] = useState(0)
  const [chosen, setChosen] = useState<readonly VaultFile[]>([])
  const query = {
    pageSize: 24,
    ...(kind ? { type: purposeOf(kind) } : {}),
    ...(q.trim() ? { q: q.trim() } : {}),
  }
  const wanted = JSON.stringify(query)
  useEffect(() => {
    let isOver = false
    setProblem(null)
    const timer = setTimeout(() => {
      call('GET /performer/files', { query: JSON.parse(wanted) as typeof query }).then(
        (page) => isOver || setFirst(page),
        (error: unknown) => isOver || setProblem(asProblem(error)),
      )
    }, 200)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [wanted, round])
  const toggle = (entry: VaultFile) =>
    setChosen((now) =>
      now.some(({ _id }) => _id === entry._id)
        ? now.filter(({ _id }) => _id !== entry._id)
        : room === 1
          ? [entry]
          : now.length < room && now.every(({ type }) => type === entry.type && type === 'feed-photo')
            ? [...now, entry]
            : now.length === 0
              ? [entry]
              : now.some(({ type }) => type !== entry.type || type !== 'feed-photo')
                ? [entry]
                : now,
    )
  const add = () => {
    uploads.addExisting(chosen.flatMap(uploadOf))
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('studio.vault.choose')}
      width={760}
      footer={
        <div className="flex items-center justify-end gap-2">
          <p role="status" className="num me-auto text-sm text-ink-3">
            {chosen.length > 0 ? t('studio.vault.selected', { count: chosen.length }) : null}
          </p>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={add}>
            {t('studio.vault.add')}
          </Button>
        </div>
      }
    >
      <Input
        small
        type="search"
        value={q}
        maxLength={100}
        aria-label={t('studio.vault.search')}
        placeholder={t('studio.vault.search')}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div className="mt-4 min-h-64">
        {problem ? (
          <ErrorState problem={problem} onRetry={() => setRound((now) => now + 1)} />
        ) : !first ? (
          <Loading>
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
              {Array.from({ length: 8 }, (_each, at) => (
                <Skeleton key={at} className="aspect-[4/3] rounded-md" />
              ))}
            </div>
          </Loading>
        ) : (
          <Choices
            key={wanted}
            first={first}
            query={query}
            chosen={chosen}
            isTaken={(entry) => uploads.items.some(({ fileId }) => fileId === entry._id)}
            forGallery={forGallery}
            onToggle={toggle}
          />
        )}
      </div>
    </Dialog>
  )
}

interface ChoicesProps {
  first: VaultPage
  query: { pageSize: number }
  chosen: readonly VaultFile[]
  isTaken: (entry: VaultFile) => boolean
  forGallery: boolean
  onToggle: (entry: VaultFile) => void
}
/** What posts, galleries, videos and products are made of: not covers and teasers, which belong to one video. */
const mainTypes = new Set(['feed-photo', 'feed-video', 'feed-audio', 'product-file'])

function Choices({ first, query, chosen, isTaken, forGallery, onToggle }: ChoicesProps) {
  const t = useT()
  const { bytes } = useFormats()
  const pages = usePages(first, (cursor) => call('GET /performer/files', { query: { ...query, cursor } }))
  const files = pages.items.filter(({ type }) => 'type' in query || mainTypes.has(type))
  if (files.length === 0 && !pages.hasMore) return <EmptyState title={t('studio.vault.noMatch')} />
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {files.map((entry) => {
          const isChosen = chosen.some(({ _id }) => _id === entry._id)
          const { status } = stateOf(entry)
          const blocked = forGallery && isInGallery(entry)
          return (
            <li key={entry._id} className="min-w-0">
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={blocked || isTaken(entry) || status === 'failed' || status === 'blocked'}
                onClick={() => onToggle(entry)}
                className={clsx(
                  'relative block w-full rounded-md text-start disabled:opacity-45',
                  isChosen && 'ring-2 ring-primary-text ring-offset-2 ring-offset-surface',
                )}
              >
                <FileImage entry={entry} sizes="180px" />
                {isChosen ? (
                  <span className="absolute start-2 top-2 grid size-6 place-items-center rounded-sm bg-primary text-on-primary">
                    <Check className="icon size-4!" aria-hidden="true" />
                  </span>
                ) : null}
                <span dir="auto" className="mt-1.5 block truncate text-xs font-semibold text-match">
                  {entry.name || t(`studio.vault.one.${entry.kind}`)}
                </span>
                <span className="num block truncate pb-1 text-2xs text-ink-3">
                  {blocked ? t('studio.vault.inGallery') : bytes(entry.bytes)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <MorePages pages={pages} label={t('studio.vault.loadMore')} />
    </>
  )
}
