import clsx from 'clsx'
import { Copy, FolderUp, Link2, Maximize2, Search, Upload } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Form, Link, type LoaderFunctionArgs, useLoaderData, useRevalidator, useSearchParams } from 'react-router'
import { call } from '../../../api/client.ts'
import { apiOf } from '../../../api/request-context.ts'
import { unfinishedFiles } from '../../../api/resumable-upload.ts'
import { useSocketMessage } from '../../../api/socket.ts'
import { withMessages } from '../../../i18n/area-messages.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'
import { PageHead } from '../../../layouts/page-head.tsx'
import { MorePages, usePages } from '../../../parts/posts/pages.tsx'
import { PageTitle } from '../../../parts/site/page-title.tsx'
import { Input, Select } from '../../../ui/field.tsx'
import { EmptyState } from '../../../ui/states.tsx'
import { Chips } from '../../../ui/tabs.tsx'
import { acceptOf, sellable } from '../editor/accepted.ts'
import { Refusals } from '../editor/refusals.tsx'
import { listOf } from '../pieces/studio-items.ts'
import { buttonClass, IconButton } from '../../../ui/button.tsx'
import { FileImage } from './file-image.tsx'
import { canOpen, FileWindow } from './file-window.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { StorageCard } from './storage-card.tsx'
import { type Twin, UploadPanel } from './upload-panel.tsx'
import { ContentTabs } from '../pieces/content-tabs.tsx'
import { filesOfDrop, useVaultUploads } from './use-vault-uploads.ts'
import type { VaultFile, VaultPage } from '../../../parts/vault/vault-files.ts'
import { dot } from '../../../ui/dot.ts'

export const handle = { messages: ['studio', 'post'] }
export const clientMiddleware = [withMessages('studio', 'post')]

const kinds = ['photo', 'video', 'audio', 'file'] as const
const uses = ['used', 'unused', 'duplicate'] as const
const sorts = {
  newest: { sortBy: 'createdAt', sort: 'desc' },
  oldest: { sortBy: 'createdAt', sort: 'asc' },
  largest: { sortBy: 'bytes', sort: 'desc' },
  name: { sortBy: 'name', sort: 'asc' },
} as const
type SortName = keyof typeof sorts
const isSort = (name: string | null): name is SortName => name !== null && Object.hasOwn(sorts, name)

function queryOf(search: URLSearchParams) {
  const order = search.get('order')
  const kind = kinds.find((name) => name === search.get('kind'))
  const use = uses.find((name) => name === search.get('use'))
  const q = search.get('q')?.trim().slice(0, 100)
  return {
    pageSize: 40,
    ...sorts[isSort(order) ? order : 'newest'],
    ...(kind && { kind }),
    ...(use && { use }),
    ...(q && { q }),
  }
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const api = apiOf(context)
  const [files, summary] = await Promise.all([
    api.call('GET /performer/files', { query: queryOf(new URL(request.url).searchParams) }),
    api.call('GET /performer/files/summary'),
  ])
  return { files, summary: summary.data }
}

export default function Vault() {
  const t = useT()
  const { number, list } = useFormats()
  const { files, summary } = useLoaderData<typeof loader>()
  const [search, setSearch] = useSearchParams()
  const { revalidate } = useRevalidator()
  const { uploads, refused, twins, checking, take, dropTwin, sendAnyway } = useVaultUploads()
  const progressed = useCallback(
    (message: { status: string }) =>
      void (message.status && !['scanning', 'processing'].includes(message.status) ? revalidate() : undefined),
    [revalidate],
  )
  useSocketMessage('file/progressed', progressed)
  // A file is in the list as soon as its last byte has arrived.
  const arrived = uploads.items.filter(({ fileId }) => fileId).length
  useEffect(() => {
    if (arrived > 0) void revalidate()
  }, [arrived, revalidate])
  const unfinished = useUnfinished(uploads.items.length)
  const [over, setOver] = useState(false)

  const kind = search.get('kind') ?? ''
  const use = search.get('use') ?? ''
  const countOf = (name: (typeof kinds)[number]) => summary.kinds.find((entry) => entry.kind === name)?.files ?? 0
  const useExisting = (twin: Twin) => {
    dropTwin(twin)
    setSearch({ q: twin.existing.name })
  }
  const filtered = kind !== '' || use !== '' || (search.get('q') ?? '') !== ''
  return (
    <div
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => event.currentTarget.contains(event.relatedTarget as Node | null) || setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        void filesOfDrop(event.dataTransfer).then(take)
      }}
      className={clsx('rounded-lg', over && 'outline-2 outline-offset-8 outline-dashed outline-primary-text')}
    >
      <PageTitle>{t('studio.vault.title')}</PageTitle>
      <PageHead
        title={t('studio.vault.title')}
        detail={t('studio.vault.detail')}
        actions={
          <>
            <FileButton folder label={t('studio.vault.uploadFolder')} onFiles={take} />
            <FileButton label={t('studio.vault.upload')} onFiles={take} />
          </>
        }
      />
      <ContentTabs />
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
        <div className="flex min-w-0 flex-col gap-3">
          <UploadPanel
            uploads={uploads}
            twins={twins}
            checking={checking}
            onUseExisting={useExisting}
            onSendAnyway={sendAnyway}
            onDropTwin={dropTwin}
          />
          {uploads.items.length + twins.length + checking === 0 ? <DropPlace onFiles={take} /> : null}
          {unfinished.length > 0 ? (
            <p className="rounded-md bg-primary-soft p-3 text-sm text-primary-soft-ink wrap-anywhere">
              {t('studio.vault.unfinished', { names: list(unfinished) })}
            </p>
          ) : null}
          <Refusals files={refused} unsupported={t('studio.products.fileRefused')} />
        </div>
        <StorageCard summary={summary} />
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3">
        <Chips
          label={t('studio.vault.filter')}
          className="max-w-full"
          tabs={[
            { label: t('studio.all'), count: number(summary.files), to: '?', current: !kind && !use },
            ...kinds
              .filter((name) => countOf(name) > 0)
              .map((name) => ({
                label: t(`studio.vault.kind.${name}`),
                count: number(countOf(name)),
                to: `?kind=${name}`,
                current: kind === name,
              })),
            { label: t('studio.vault.used'), to: '?use=used', current: use === 'used' },
            {
              label: t('studio.vault.unused'),
              count: number(summary.unused),
              to: '?use=unused',
              current: use === 'unused',
            },
            ...(summary.duplicates.files > 0
              ? [
                  {
                    label: t('studio.vault.duplicate'),
                    count: number(summary.duplicates.files),
                    to: '?use=duplicate',
                    current: use === 'duplicate',
                  },
                ]
              : []),
          ]}
        />
        <Form role="search" className="flex w-full gap-2 sm:w-auto">
          {kind ? <input type="hidden" name="kind" value={kind} /> : null}
          {use ? <input type="hidden" name="use" value={use} /> : null}
          <Input
            key={search.get('q')}
            small
            type="search"
            name="q"
            className="min-w-0 ps-10! sm:w-56"
            defaultValue={search.get('q') ?? ''}
            maxLength={100}
            aria-label={t('studio.vault.search')}
            placeholder={t('studio.vault.search')}
            start={<Search className="icon size-4!" aria-hidden="true" />}
          />
          <Select
            small
            name="order"
            key={search.get('order') ?? ''}
            className="min-w-34"
            aria-label={t('studio.vault.sort')}
            defaultValue={search.get('order') ?? 'newest'}
            onChange={(event) => event.currentTarget.form?.requestSubmit()}
          >
            {(Object.keys(sorts) as SortName[]).map((name) => (
              <option key={name} value={name}>
                {t(`studio.vault.sort.${name}`)}
              </option>
            ))}
          </Select>
        </Form>
      </div>
      {files.data.length === 0 ? (
        <EmptyState
          title={t(filtered ? 'studio.vault.noMatch' : 'studio.vault.empty')}
          action={
            filtered ? (
              <Link to="?" className="link">
                {t('studio.all')}
              </Link>
            ) : null
          }
        >
          {filtered ? null : t('studio.vault.emptyHint')}
        </EmptyState>
      ) : (
        <Files first={files} search={search} onChanged={() => void revalidate()} />
      )}
    </div>
  )
}

/** Files that this browser began to send: they go on when they are chosen again. */
function useUnfinished(sent: number): string[] {
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    let isOver = false
    if (sent === 0)
      unfinishedFiles().then(
        (found) => isOver || setNames([...new Set(found.map(({ name }) => name))].slice(0, 10)),
        () => undefined,
      )
    else setNames([])
    return () => {
      isOver = true
    }
  }, [sent])
  return names
}

function FileButton({
  label,
  folder = false,
  onFiles,
}: {
  label: string
  folder?: boolean
  onFiles: (files: readonly File[]) => unknown
}) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // React knows no such attribute.
    if (folder) input.current?.setAttribute('webkitdirectory', '')
  }, [folder])
  return (
    <label
      className={clsx(
        buttonClass(folder ? 'outline' : 'primary'),
        'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
        folder && 'max-sm:hidden!',
      )}
    >
      {folder ? <FolderUp aria-hidden="true" /> : <Upload aria-hidden="true" />}
      {label}
      <input
        ref={input}
        type="file"
        multiple
        title=""
        accept={folder ? undefined : `${acceptOf('photo', 'video', 'audio')},${sellable()}`}
        className="absolute inset-0 cursor-pointer text-[0] opacity-0"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

function DropPlace({ onFiles }: { onFiles: (files: readonly File[]) => unknown }) {
  const t = useT()
  return (
    <label className="relative flex min-h-44 flex-1 cursor-pointer flex-col items-center justify-center gap-1 rounded-lg border-2 border-dashed border-line-strong bg-surface px-5 py-8 text-center transition-colors duration-(--fast) hover:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="file"
        multiple
        title=""
        accept={`${acceptOf('photo', 'video', 'audio')},${sellable()}`}
        className="absolute inset-0 cursor-pointer text-[0] opacity-0"
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      <span className="mb-1 grid size-11 place-items-center rounded-full bg-primary-soft text-primary-soft-ink">
        <Upload className="icon" aria-hidden="true" />
      </span>
      <span className="font-strong">{t('studio.vault.drop')}</span>
      <span className="text-xs text-ink-3">{t('studio.vault.dropHint')}</span>
    </label>
  )
}

function Files({ first, search, onChanged }: { first: VaultPage; search: URLSearchParams; onChanged: () => void }) {
  const t = useT()
  const pages = usePages(first, (cursor) => call('GET /performer/files', { query: { ...queryOf(search), cursor } }))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = pages.items.filter(({ _id }) => selected.has(_id))
  const toggle = (id: string) =>
    setSelected((now) => {
      const next = new Set(now)
      if (!next.delete(id)) next.add(id)
      return next
    })
  return (
    <>
      <ul className="mt-4 grid grid-cols-2 gap-x-3 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
        {pages.items.map((entry) => (
          <Tile key={entry._id} entry={entry} isSelected={selected.has(entry._id)} onToggle={() => toggle(entry._id)} />
        ))}
      </ul>
      <MorePages pages={pages} label={t('studio.vault.loadMore')} />
      {chosen.length > 0 ? (
        <SelectionBar
          chosen={chosen}
          onClear={() => setSelected(new Set())}
          onChanged={() => {
            setSelected(new Set())
            onChanged()
          }}
        />
      ) : null}
    </>
  )
}

function Tile({ entry, isSelected, onToggle }: { entry: VaultFile; isSelected: boolean; onToggle: () => void }) {
  const t = useT()
  const { bytes, date } = useFormats()
  const [isOpen, setOpen] = useState(false)
  const name = entry.name || t(`studio.vault.one.${entry.kind}`)
  const more = entry.useCount - Math.min(2, entry.uses.length)
  return (
    <li className="relative min-w-0">
      <label
        className={clsx(
          'block cursor-pointer rounded-md has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          isSelected && 'ring-2 ring-primary-text ring-offset-2 ring-offset-canvas',
        )}
      >
        <FileImage entry={entry} sizes="(min-width: 1024px) 200px, 45vw" />
        <input
          type="checkbox"
          checked={isSelected}
          onChange={onToggle}
          aria-label={t('studio.vault.select', { name })}
          className="tick absolute start-2 top-2 size-6 cursor-pointer"
        />
        {entry.duplicateOf ? (
          <span className="absolute end-2 top-2 inline-flex h-6 items-center gap-1 rounded-full bg-surface px-2 text-2xs font-strong">
            <Copy className="icon size-3.5!" aria-hidden="true" />
            {t('studio.vault.duplicate')}
          </span>
        ) : null}
      </label>
      {canOpen(entry) ? (
        <div className="pointer-events-none absolute inset-x-0 top-0 flex aspect-[4/3] items-end justify-end p-1.5">
          <IconButton
            variant="media"
            size="sm"
            label={t('studio.vault.open', { name })}
            tip="none"
            className="pointer-events-auto"
            onClick={() => setOpen(true)}
          >
            <Maximize2 aria-hidden="true" />
          </IconButton>
        </div>
      ) : null}
      {isOpen ? <FileWindow entry={entry} onClose={() => setOpen(false)} /> : null}
      <p dir="auto" className="mt-1.5 truncate text-sm font-semibold text-match" title={name}>
        {name}
      </p>
      {entry.uses.length > 0 ? (
        <p className="flex min-w-0 items-center gap-1 truncate text-xs text-ink-2">
          <Link2 className="icon size-3.5! shrink-0" aria-hidden="true" />
          <span className="truncate leading-6 pointer-coarse:leading-11">
            {entry.uses.slice(0, 2).map(({ _id, kind, title }, at) => (
              <span key={_id}>
                {at > 0 ? ', ' : null}
                {kind === 'photo' ? (
                  title
                ) : (
                  <Link to={`${listOf(kind)}/${_id}`} className="py-1.5 hover:underline pointer-coarse:py-3.5">
                    {title || t(`studio.item.${kind}.one`)}
                  </Link>
                )}
              </span>
            ))}
            {more > 0 ? `, ${t('studio.vault.more', { shown: more })}` : null}
          </span>
        </p>
      ) : (
        <p className="truncate text-xs text-ink-3">
          {entry.deletesAt ? t('studio.vault.deletesAt', { day: date(entry.deletesAt) }) : t('studio.vault.notUsed')}
        </p>
      )}
      <p className="num text-xs text-ink-3">{[bytes(entry.bytes), date(entry.createdAt)].join(dot)}</p>
    </li>
  )
}
