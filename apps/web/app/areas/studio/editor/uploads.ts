import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { type Sending, sendResumably } from '../../../api/resumable-upload.ts'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useSocketMessage } from '../../../api/socket.ts'

export type UploadKind = 'photo' | 'video' | 'audio' | 'thumbnail' | 'teaser' | 'product'
export interface UploadItem {
  localId: string
  name: string
  kind: UploadKind
  /** Something to show at once: the file on this machine, or what was made of it. */
  url: string | null
  fileId: string | null
  state: 'waiting' | 'sending' | 'paused' | 'processing' | 'ready' | 'failed'
  progress: UploadProgress | null
  /** Of processing, 0 to 100. */
  percent: number
  /** How much had left when the connection dropped, 0 to 1, and how often it has. */
  lostAt: number | null
  losses: number
  problem: ProblemData | { code: string; message: string } | null
  source: File | null
  /** How much of it was there before this page began to send: it went on from there. */
  resumedFrom?: number
  /** What it shows, for people who can't see or hear it; and what the server has of that, null where that is unknown. */
  alt: string
  savedAlt: string | null
}
interface Status {
  status: string
  progress: number
  errorCode: string | null
}
/** Larger files go in parts, and on where they stopped. */
export const resumableBytesMin = 8 * 1024 * 1024
const purposes = {
  photo: 'feed-photo',
  video: 'feed-video',
  audio: 'feed-audio',
  thumbnail: 'feed-thumbnail',
  teaser: 'feed-teaser',
  product: 'product-file',
} as const
export const purposeOf = (kind: UploadKind) => purposes[kind]
/** The kinds that an editor takes from the vault, by what a file was uploaded for. */
export const kindOfPurpose = (purpose: string): UploadKind | undefined =>
  (Object.keys(purposes) as UploadKind[]).find((kind) => purposes[kind] === purpose)

/** Whether it can be paused: it goes in parts. */
export const isResumable = (item: UploadItem, keep = false): boolean =>
  item.source !== null && (keep || item.source.size >= resumableBytesMin)

const routes = {
  photo: 'POST /performer/feeds/photo/upload',
  video: 'POST /performer/feeds/video/upload',
  audio: 'POST /performer/feeds/audio/upload',
  thumbnail: 'POST /performer/feeds/thumbnail/upload',
  teaser: 'POST /performer/feeds/teaser/upload',
  product: 'POST /performer/performer-assets/products/file/upload',
} as const
const pollMs = 3000
const retryMs = 2000
const over = new Set(['failed', 'blocked', 'deleted'])
const lossesMax = 6

/** Files on the server whose description there may be another. */
export const toDescribe = (items: readonly UploadItem[]): { params: { id: string }; body: { alt: string } }[] =>
  items.flatMap(({ fileId, alt, savedAlt }) =>
    fileId && alt.trim() !== savedAlt ? [{ params: { id: fileId }, body: { alt: alt.trim() } }] : [],
  )

/** The connection broke, and the file goes again by itself. */
export const isLost = (item: UploadItem): boolean =>
  item.state === 'failed' && item.problem?.code === 'OFFLINE' && item.source !== null && item.losses < lossesMax

/** What the same file would be refused for again. */
const neverTaken = new Set([
  'UNSUPPORTED_MEDIA',
  'TOO_LARGE',
  'FILE_EMPTY',
  'FILE_BROKEN',
  'FILE_NO_IMAGE',
  'FILE_NO_SOUND',
  'FILE_TOO_LONG',
  'FILE_TOO_MANY_PIXELS',
  'FILE_BLOCKED',
  'FILE_UNUSABLE',
])
/** Whether sending it again can help: the file is at hand, and it was not the file that was refused. */
export const canRetry = ({ source, problem }: Pick<UploadItem, 'source' | 'problem'>): boolean =>
  source !== null && !neverTaken.has(problem?.code ?? '')

interface SendingEvents {
  onProgress: (progress: UploadProgress) => void
  onDone: (fileId: string, status?: string, percent?: number) => void
  onProblem: (error: unknown) => void
}
/** A small file, in one form: it is stopped as a whole. */
function sendWhole(kind: UploadKind, file: File, { onProgress, onDone, onProblem }: SendingEvents): Sending {
  const abort = new AbortController()
  upload(routes[kind], { files: { file }, signal: abort.signal, onProgress }).then(
    ({ data }) => onDone(data._id, data.status, data.progress),
    (error: unknown) => (error as Error).name === 'AbortError' || onProblem(error),
  )
  return { pause: () => abort.abort(), cancel: () => abort.abort() }
}

function broken(item: UploadItem, error: unknown): UploadItem {
  const problem = asProblem(error)
  const lost = problem.code === 'OFFLINE'
  const sent = item.progress?.totalBytes ? item.progress.sentBytes / item.progress.totalBytes : 0
  return {
    ...item,
    state: 'failed',
    problem,
    progress: null,
    lostAt: lost ? sent : null,
    losses: item.losses + (lost ? 1 : 0),
  }
}

/**
 * Uploads: two files are sent at a time, then tracked until they can be shown. The socket sends the status; polling is the
 * fallback. After a network error, a file is sent again when the browser is online again, or after a delay that doubles each
 * time.
 */
export function useUploads(
  start: UploadItem[],
  { keep = false, atOnce = 2 }: { keep?: boolean; atOnce?: number } = {},
) {
  const [items, setItems] = useState<UploadItem[]>(start)
  const sendings = useRef(new Map<string, Sending>())
  const change = useCallback(
    (localId: string, next: Partial<UploadItem>) =>
      setItems((all) => all.map((entry) => (entry.localId === localId ? { ...entry, ...next } : entry))),
    [],
  )

  const follow = useCallback((fileId: string, { status, progress, errorCode }: Status) => {
    setItems((all) =>
      all.map((entry) => {
        if (entry.fileId !== fileId || entry.state === 'ready') return entry
        if (status === 'ready') return { ...entry, state: 'ready', percent: 100, problem: null }
        if (over.has(status))
          return { ...entry, state: 'failed', problem: { code: errorCode ?? 'PROCESSING_FAILED', message: '' } }
        return { ...entry, state: 'processing', percent: Math.max(entry.percent, progress) }
      }),
    )
  }, [])
  useSocketMessage(
    'file/progressed',
    useCallback((message: Status & { fileId: string }) => follow(message.fileId, message), [follow]),
  )

  const waiting = items
    .filter(({ state }) => state === 'processing')
    .map(({ fileId }) => fileId)
    .join(' ')
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => {
      for (const fileId of waiting.split(' '))
        call('GET /files/:id/status', { params: { id: fileId } }).then(
          ({ data }) => follow(fileId, data),
          // A file in a stored draft may be deleted by now; after any other error, the next poll tries again.
          (error: unknown) =>
            asProblem(error).status === 404 && setItems((all) => all.filter((entry) => entry.fileId !== fileId)),
        )
    }, pollMs)
    return () => clearInterval(timer)
  }, [waiting, follow])

  useEffect(() => {
    const sending = items.filter(({ state }) => state === 'sending').length
    for (const item of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, atOnce - sending))) {
      if (!item.source) continue
      change(item.localId, { state: 'sending', problem: null })
      const { localId, source, kind } = item
      const events = {
        onProgress: (progress: UploadProgress, resumedFrom?: number) =>
          change(localId, { progress, ...(resumedFrom !== undefined && { resumedFrom }) }),
        onDone: (fileId: string, status = 'uploaded', percent = 0) => {
          sendings.current.delete(localId)
          change(localId, {
            fileId,
            state: status === 'ready' ? 'ready' : 'processing',
            percent,
            progress: null,
            losses: 0,
          })
        },
        onProblem: (error: unknown) =>
          setItems((all) => all.map((entry) => (entry.localId === localId ? broken(entry, error) : entry))),
      }
      const sending = isResumable(item, keep)
        ? sendResumably({ type: purposes[kind], file: source, keep, ...events })
        : sendWhole(kind, source, events)
      sendings.current.set(localId, sending)
    }
  }, [items, change, keep, atOnce])

  const losses = Math.max(0, ...items.filter(isLost).map((item) => item.losses))
  useEffect(() => {
    if (losses === 0) return
    const again = () =>
      setItems((all) => all.map((entry) => (isLost(entry) ? { ...entry, state: 'waiting', problem: null } : entry)))
    const timer = setTimeout(again, retryMs * 2 ** (losses - 1))
    addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      removeEventListener('online', again)
    }
  }, [losses])
  useEffect(() => {
    const all = sendings.current
    return () => {
      for (const sending of all.values()) sending.pause()
    }
  }, [])

  return {
    items,
    add: (files: readonly File[], kind: UploadKind) =>
      setItems((all) => [
        ...all,
        ...files.map(
          (source): UploadItem => ({
            localId: crypto.randomUUID(),
            name: source.name,
            kind,
            url: URL.createObjectURL(source),
            fileId: null,
            state: 'waiting',
            progress: null,
            percent: 0,
            lostAt: null,
            losses: 0,
            problem: null,
            source,
            alt: '',
            savedAlt: '',
          }),
        ),
      ]),
    /** Restores the files of a stored draft, with what is known of those that the item has. */
    restore: (saved: readonly UploadItem[]) =>
      setItems((all) =>
        all.some(({ source }) => source)
          ? all
          : saved.map((entry) => {
              const known = all.find(({ fileId }) => fileId !== null && fileId === entry.fileId)
              return known ? { ...known, name: known.name || entry.name, alt: entry.alt } : entry
            }),
      ),
    remove: (localId: string) => {
      sendings.current.get(localId)?.cancel()
      setItems((all) => all.filter((entry) => entry.localId !== localId))
    },
    pause: (localId: string) => {
      sendings.current.get(localId)?.pause()
      change(localId, { state: 'paused' })
    },
    resume: (localId: string) => change(localId, { state: 'waiting' }),
    /** Adds files that are on the server, unless they are there already. */
    addExisting: (chosen: readonly UploadItem[]) =>
      setItems((all) => [...all, ...chosen.filter(({ fileId }) => !all.some((entry) => entry.fileId === fileId))]),
    describe: (localId: string, alt: string) => change(localId, { alt }),
    described: (localId: string, savedAlt: string) => change(localId, { savedAlt }),
    retry: (localId: string) =>
      change(localId, { state: 'waiting', problem: null, percent: 0, fileId: null, losses: 0 }),
    /** Moves to a position among the files of the same kind, counted from 0. */
    moveTo: (localId: string, to: number) =>
      setItems((all) => {
        const item = all.find((entry) => entry.localId === localId)
        if (!item) return all
        const alike = all.filter(({ kind }) => kind === item.kind)
        const from = alike.indexOf(item)
        const target = Math.max(0, Math.min(alike.length - 1, to))
        if (from === target) return all
        alike.splice(target, 0, ...alike.splice(from, 1))
        return [...alike, ...all.filter(({ kind }) => kind !== item.kind)]
      }),
  }
}
