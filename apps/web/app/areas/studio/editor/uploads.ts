import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../api/client.ts'
import { upload, type UploadProgress } from '../../../api/upload.ts'
import { asProblem, type ProblemData } from '../../../api/problem.ts'
import { useSocketEvent } from '../../../api/socket.ts'

export type UploadKind = 'photo' | 'video' | 'audio' | 'thumbnail' | 'teaser' | 'product'
export interface UploadItem {
  localId: string
  name: string
  kind: UploadKind
  /** Something to show at once: the file on this machine, or what was made of it. */
  url: string | null
  fileId: string | null
  state: 'waiting' | 'sending' | 'processing' | 'ready' | 'failed'
  progress: UploadProgress | null
  /** Of processing, 0 to 100. */
  percent: number
  /** How much had left when the connection dropped, 0 to 1, and how often it has. */
  lostAt: number | null
  losses: number
  problem: ProblemData | { code: string; message: string } | null
  source: File | null
  /** What it shows, for people who can't see or hear it; and what the server has of that, null where that is unknown. */
  alt: string
  savedAlt: string | null
}
interface Status {
  status: string
  progress: number
  errorCode: string | null
}
const routes = {
  photo: 'POST /performer/feeds/photo/upload',
  video: 'POST /performer/feeds/video/upload',
  audio: 'POST /performer/feeds/audio/upload',
  thumbnail: 'POST /performer/feeds/thumbnail/upload',
  teaser: 'POST /performer/feeds/teaser/upload',
  product: 'POST /performer/performer-assets/products/file/upload',
} as const
const atOnce = 2
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

/**
 * Uploads: two files are sent at a time, then tracked until they can be shown. The socket sends the status; polling is the
 * fallback. After a network error, a file is sent again when the browser is online again, or after a delay that doubles each
 * time.
 */
export function useUploads(start: UploadItem[]) {
  const [items, setItems] = useState<UploadItem[]>(start)
  const aborts = useRef(new Map<string, AbortController>())
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
  useSocketEvent(
    'file/progressed',
    useCallback(
      (message: Status & { fileId?: string }) => void (message.fileId && follow(message.fileId, message)),
      [follow],
    ),
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
      const abort = new AbortController()
      aborts.current.set(item.localId, abort)
      change(item.localId, { state: 'sending', problem: null })
      upload(routes[item.kind], {
        files: { file: item.source },
        signal: abort.signal,
        onProgress: (progress) => change(item.localId, { progress }),
      }).then(
        ({ data }) =>
          change(item.localId, {
            fileId: data._id,
            state: data.status === 'ready' ? 'ready' : 'processing',
            percent: data.progress,
            progress: null,
          }),
        (error: unknown) =>
          (error as Error).name === 'AbortError' ||
          setItems((all) =>
            all.map((entry) => {
              if (entry.localId !== item.localId) return entry
              const problem = asProblem(error)
              const lost = problem.code === 'OFFLINE'
              const sent = entry.progress?.totalBytes ? entry.progress.sentBytes / entry.progress.totalBytes : 0
              return {
                ...entry,
                state: 'failed',
                problem,
                progress: null,
                lostAt: lost ? sent : null,
                losses: entry.losses + (lost ? 1 : 0),
              }
            }),
          ),
      )
    }
  }, [items, change])

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
    const all = aborts.current
    return () => {
      for (const abort of all.values()) abort.abort()
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
    /** Restores the files of a stored draft. */
    restore: (saved: readonly UploadItem[]) => setItems((all) => (all.length ? all : [...saved])),
    remove: (localId: string) => {
      aborts.current.get(localId)?.abort()
      setItems((all) => all.filter((entry) => entry.localId !== localId))
    },
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
