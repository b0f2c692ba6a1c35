import clsx from 'clsx'
import { AudioLines, Check, Image, Video } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { ResponsiveImage } from '../../ui/image.tsx'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.tsx'
import { clock } from '../posts/duration.ts'
import { imageOf, isOpen, type OpenFile, posterOf } from '../posts/files.ts'
import { MorePages, usePages } from '../posts/pages.tsx'
import type { OutgoingFile } from './attachments.ts'

type Page = Reply<'GET /performer/files'>
type VaultFile = Page['data'][number]
const kinds = { 'feed-photo': 'photo', 'feed-video': 'video', 'feed-audio': 'audio' } as const
const icons = { photo: Image, video: Video, audio: AudioLines }
const kindOf = ({ type }: VaultFile) => (type in kinds ? kinds[type as keyof typeof kinds] : null)
const openFileOf = ({ file }: VaultFile): OpenFile | null => {
  const found = file as Parameters<typeof isOpen>[0]
  return isOpen(found) ? found : null
}
const imageOfFile = (entry: VaultFile) => {
  const file = openFileOf(entry)
  return file && (imageOf(file) ?? posterOf(file))
}

interface VaultDialogProps {
  /** Ids of files that the message has. */
  taken: readonly string[]
  /** How many more it takes. */
  room: number
  onAdd: (files: readonly OutgoingFile[]) => void
  onClose: () => void
}

/** Files of the vault for a message: photos, videos and audio, several at once. */
export function VaultDialog({ taken, room, onAdd, onClose }: VaultDialogProps) {
  const t = useT()
  const [q, setQ] = useState('')
  const [first, setFirst] = useState<Page | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [round, setRound] = useState(0)
  const [chosen, setChosen] = useState<readonly VaultFile[]>([])
  const wanted = q.trim()
  useEffect(() => {
    let isOver = false
    setProblem(null)
    const timer = setTimeout(() => {
      call('GET /performer/files', { query: { pageSize: 24, ...(wanted && { q: wanted }) } }).then(
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
        : now.length < room
          ? [...now, entry]
          : now,
    )
  const add = () => {
    onAdd(
      chosen.flatMap((entry) => {
        const kind = kindOf(entry)
        const name = entry.name || t(`messages.${kind === 'audio' ? 'audio' : (kind ?? 'photo')}`)
        return kind ? [{ fileId: entry._id, kind, name, image: imageOfFile(entry)?.src }] : []
      }),
    )
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t('messages.vault')}
      width={760}
      footer={
        <div className="flex items-center justify-end gap-2">
          <p role="status" className="num me-auto text-sm text-ink-3">
            {chosen.length > 0 ? t('messages.vaultChosen', { count: chosen.length }) : null}
          </p>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={add}>
            {t('messages.vaultAdd')}
          </Button>
        </div>
      }
    >
      <Input
        small
        type="search"
        value={q}
        maxLength={100}
        aria-label={t('messages.vaultSearch')}
        placeholder={t('messages.vaultSearch')}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      <div className="mt-4 min-h-64 pb-3">
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
          <Files key={wanted} q={wanted} first={first} chosen={chosen} taken={taken} onToggle={toggle} />
        )}
      </div>
    </Dialog>
  )
}

interface FilesProps {
  q: string
  first: Page
  chosen: readonly VaultFile[]
  taken: readonly string[]
  onToggle: (entry: VaultFile) => void
}
function Files({ q, first, chosen, taken, onToggle }: FilesProps) {
  const t = useT()
  const { bytes } = useFormats()
  const pages = usePages(first, (cursor) =>
    call('GET /performer/files', { query: { pageSize: 24, cursor, ...(q && { q }) } }),
  )
  const files = pages.items.filter((entry) => kindOf(entry) !== null)
  if (files.length === 0 && !pages.hasMore)
    return <EmptyState title={t(q ? 'messages.noMatch' : 'messages.vaultEmpty')} />
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {files.map((entry) => {
          const kind = kindOf(entry) ?? 'photo'
          const Icon = icons[kind]
          const image = imageOfFile(entry)
          const file = openFileOf(entry)
          const isChosen = chosen.some(({ _id }) => _id === entry._id)
          return (
            <li key={entry._id} className="min-w-0">
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={taken.includes(entry._id) || !file || file.status === 'failed' || file.status === 'blocked'}
                onClick={() => onToggle(entry)}
                className="block w-full rounded-md text-start disabled:opacity-45"
              >
                <span
                  className={clsx(
                    'relative block aspect-[4/3] overflow-hidden rounded-md bg-surface-3',
                    isChosen && 'ring-2 ring-primary-text ring-offset-2 ring-offset-raised',
                  )}
                >
                  {image ? (
                    <ResponsiveImage source={image} alt={image.alt ?? ''} sizes="180px" className="size-full" />
                  ) : (
                    <span className="grid size-full place-items-center text-ink-3">
                      <Icon className="icon size-8!" aria-hidden="true" />
                    </span>
                  )}
                  {isChosen ? (
                    <span className="absolute start-2 top-2 grid size-6 place-items-center rounded-sm bg-primary text-on-primary">
                      <Check className="icon size-4!" aria-hidden="true" />
                    </span>
                  ) : null}
                  {file?.durationMs ? (
                    <span className="num absolute start-2 bottom-2 inline-flex h-6 items-center gap-1 rounded-full bg-[rgb(24_19_16/.66)] px-2 text-xs font-strong text-white">
                      <Icon className="icon size-3.5!" aria-hidden="true" />
                      {clock(file.durationMs)}
                    </span>
                  ) : null}
                </span>
                <span dir="auto" className="mt-1.5 block truncate text-xs font-semibold text-match">
                  {entry.name || t(`messages.${kind}`)}
                </span>
                <span className="num block truncate pb-1 text-2xs text-ink-3">{bytes(entry.bytes)}</span>
              </button>
            </li>
          )
        })}
      </ul>
      <MorePages pages={pages} label={t('messages.vaultMore')} />
    </>
  )
}
