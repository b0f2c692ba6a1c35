import clsx from 'clsx'
import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { asProblem, type ProblemData } from '../../api/problem.ts'
import { useFormats, useT } from '../../i18n/context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'
import { EmptyState, ErrorState, Loading, Skeleton } from '../../ui/states.tsx'
import { MorePages, usePages } from '../posts/pages.tsx'
import type { VaultFile, VaultPage } from './vault-files.ts'

interface Words {
  title: string
  search: string
  /** The button that takes what is chosen. */
  add: string
  more: string
  /** There is no file at all, and none that matches. */
  empty: string
  noMatch: string
  chosen: (count: number) => string
}
interface ListProps {
  /** The type of file that is listed; without it all that `isListed` lists. */
  type?: string | undefined
  isListed: (entry: VaultFile) => boolean
  /** Whether it cannot be chosen; a text says why, in place of its size. */
  refusal: (entry: VaultFile) => string | boolean
  nameOf: (entry: VaultFile) => string
  thumbnail: (entry: VaultFile) => ReactNode
}
interface ChooseFilesProps extends ListProps {
  words: Words
  /** What is chosen after a press on a file that is not. */
  choose: (chosen: readonly VaultFile[], entry: VaultFile) => readonly VaultFile[]
  onAdd: (chosen: readonly VaultFile[]) => void
  onClose: () => void
}

/** A dialog in which creators choose among the files of their vault. */
export function ChooseFiles({ words, choose, onAdd, onClose, ...list }: ChooseFilesProps) {
  const t = useT()
  const [q, setQ] = useState('')
  const [first, setFirst] = useState<VaultPage | null>(null)
  const [problem, setProblem] = useState<ProblemData | null>(null)
  const [round, setRound] = useState(0)
  const [chosen, setChosen] = useState<readonly VaultFile[]>([])
  const wanted = q.trim()
  const { type } = list
  useEffect(() => {
    let isOver = false
    setProblem(null)
    const timer = setTimeout(() => {
      loadFiles(type, wanted).then(
        (page) => isOver || setFirst(page),
        (error: unknown) => isOver || setProblem(asProblem(error)),
      )
    }, 200)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [type, wanted, round])
  const toggle = (entry: VaultFile) =>
    setChosen((now) =>
      now.some(({ _id }) => _id === entry._id) ? now.filter(({ _id }) => _id !== entry._id) : choose(now, entry),
    )
  const add = () => {
    onAdd(chosen)
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={words.title}
      width={760}
      footer={
        <div className="flex items-center justify-end gap-2">
          <p role="status" className="num me-auto text-sm text-ink-3">
            {chosen.length > 0 ? words.chosen(chosen.length) : null}
          </p>
          <Button variant="ghost" onClick={onClose}>
            {t('ui.back')}
          </Button>
          <Button variant="primary" disabled={chosen.length === 0} onClick={add}>
            {words.add}
          </Button>
        </div>
      }
    >
      <Input
        small
        type="search"
        value={q}
        maxLength={100}
        aria-label={words.search}
        placeholder={words.search}
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
          <Files key={wanted} {...list} q={wanted} words={words} first={first} chosen={chosen} onToggle={toggle} />
        )}
      </div>
    </Dialog>
  )
}

const loadFiles = (type: string | undefined, q: string, cursor?: string) =>
  call('GET /performer/files', {
    query: { pageSize: 24, ...(type && { type }), ...(q && { q }), ...(cursor && { cursor }) },
  })

interface FilesProps extends ListProps {
  q: string
  words: Words
  first: VaultPage
  chosen: readonly VaultFile[]
  onToggle: (entry: VaultFile) => void
}
function Files({ q, type, words, first, chosen, isListed, refusal, nameOf, thumbnail, onToggle }: FilesProps) {
  const { bytes } = useFormats()
  const pages = usePages(first, (cursor) => loadFiles(type, q, cursor))
  const files = pages.items.filter(isListed)
  if (files.length === 0 && !pages.hasMore) return <EmptyState title={q ? words.noMatch : words.empty} />
  return (
    <>
      <ul className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {files.map((entry) => {
          const isChosen = chosen.some(({ _id }) => _id === entry._id)
          const refused = refusal(entry)
          return (
            <li key={entry._id} className="min-w-0">
              <button
                type="button"
                aria-pressed={isChosen}
                disabled={refused !== false}
                onClick={() => onToggle(entry)}
                className="block w-full rounded-md text-start disabled:opacity-45"
              >
                <span
                  className={clsx(
                    'relative block rounded-md',
                    isChosen && 'ring-2 ring-primary-text ring-offset-2 ring-offset-raised',
                  )}
                >
                  {thumbnail(entry)}
                  {isChosen ? (
                    <span className="absolute start-2 top-2 grid size-6 place-items-center rounded-sm bg-primary text-on-primary">
                      <Check className="icon size-4!" aria-hidden="true" />
                    </span>
                  ) : null}
                </span>
                <span dir="auto" className="mt-1.5 block truncate text-xs font-semibold text-match">
                  {nameOf(entry)}
                </span>
                <span className="num block truncate pb-1 text-2xs text-ink-3">
                  {typeof refused === 'string' ? refused : bytes(entry.bytes)}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
      <MorePages pages={pages} label={words.more} />
    </>
  )
}
