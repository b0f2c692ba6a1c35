import clsx from 'clsx'
import { Copy } from 'lucide-react'
import { Link } from 'react-router'
import type { Reply } from '../../../api/client.ts'
import { useFormats, useT } from '../../../i18n/context.tsx'

const colors = { video: 'bg-primary', photo: 'bg-token', audio: 'bg-success', file: 'bg-ink-3' } as const

/** How much is stored, by kind, and how much room is left. */
export function StorageCard({ summary }: { summary: Reply<'GET /performer/files/summary'>['data'] }) {
  const t = useT()
  const { bytes } = useFormats()
  const { storedBytes, arrivingBytes, limitBytes, kinds, duplicates } = summary
  const stored = kinds.filter((kind) => kind.bytes > 0).toSorted((left, right) => right.bytes - left.bytes)
  return (
    <section aria-label={t('studio.vault.storage')} className="rounded-lg bg-surface p-4 ring-1 ring-line md:p-5">
      <h2 className="text-lg">{t('studio.vault.storage')}</h2>
      <p className="mt-1">
        <span className="num font-display text-2xl font-bold">{bytes(storedBytes)}</span>{' '}
        <span className="num text-sm text-ink-3">{t('studio.vault.ofLimit', { limit: bytes(limitBytes) })}</span>
      </p>
      {arrivingBytes > 0 ? (
        <p className="num text-sm text-ink-2">{t('studio.vault.arriving', { size: bytes(arrivingBytes) })}</p>
      ) : null}
      <div
        aria-hidden="true"
        className="mt-3 flex h-2.5 gap-px overflow-hidden rounded-full bg-surface-3 forced-colors:border"
      >
        {stored.map(({ kind, bytes: size }) => (
          <span
            key={kind}
            className={clsx('swatch', colors[kind])}
            style={{ width: `${(100 * size) / limitBytes}%` }}
          />
        ))}
        {arrivingBytes > 0 ? (
          <span className="swatch bg-ink-3 opacity-50" style={{ width: `${(100 * arrivingBytes) / limitBytes}%` }} />
        ) : null}
      </div>
      <dl className="mt-3 grid grid-cols-2 gap-x-6 gap-y-1.5 text-sm sm:grid-cols-1">
        {stored.map(({ kind, bytes: size }) => (
          <div key={kind} className="flex items-center gap-2">
            <dt className="me-auto flex items-center gap-2">
              <span aria-hidden="true" className={clsx('swatch size-2.5 rounded-full', colors[kind])} />
              {t(`studio.vault.kind.${kind}`)}
            </dt>
            <dd className="num font-semibold">{bytes(size)}</dd>
          </div>
        ))}
        <div className="flex items-center gap-2">
          <dt className="me-auto flex items-center gap-2">
            <span aria-hidden="true" className="size-2.5 rounded-full bg-surface-3 forced-colors:border" />
            {t('studio.vault.free')}
          </dt>
          <dd className="num font-semibold">{bytes(Math.max(0, limitBytes - storedBytes - arrivingBytes))}</dd>
        </div>
      </dl>
      {duplicates.files > 0 ? (
        <p className="mt-4 flex gap-2 rounded-md bg-surface-2 p-3 text-sm">
          <Copy className="icon mt-0.5 size-4! shrink-0 text-ink-3" aria-hidden="true" />
          <span>
            {t('studio.vault.duplicatesUse', { bytes: bytes(duplicates.bytes) })}{' '}
            <Link to="?use=duplicate" className="link">
              {t('studio.vault.reviewDuplicates')}
            </Link>
          </span>
        </p>
      ) : null}
    </section>
  )
}
