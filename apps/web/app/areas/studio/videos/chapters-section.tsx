import { chaptersMax } from '@fanlight/contract/limits'
import { ListVideo, Plus, X } from 'lucide-react'
import { useT } from '../../../i18n/context.tsx'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Input, Switch } from '../../../ui/field.tsx'
import { Fold } from '../editor/fold.tsx'
import { chaptersOf, type ChapterLine, secondOf } from './chapter-lines.ts'

interface ChaptersSectionProps {
  lines: readonly ChapterLine[]
  onChange: (lines: ChapterLine[]) => void
  /** Whether those who buy it may save it; null where it is not for sale. */
  mayDownload: boolean | null
  /** It was bought: what buyers were promised stays. */
  isSold: boolean
  onMayDownload: (mayDownload: boolean) => void
  /** The name of someone whom it shows and who forbids it. */
  forbiddenBy: string | undefined
}

/** The parts of a video with their names, and whether its buyers may save it. */
export function ChaptersSection({
  lines,
  onChange,
  mayDownload,
  isSold,
  onMayDownload,
  forbiddenBy,
}: ChaptersSectionProps) {
  const t = useT()
  const change = (n: number, part: Partial<ChapterLine>) =>
    onChange(lines.map((line, at) => (at === n ? { ...line, ...part } : line)))
  const isRight = chaptersOf(lines) !== null
  return (
    <section aria-label={t('studio.chapters.title')} className="composer-card px-4 py-0.5 md:px-[18px]">
      <Fold
        icon={<ListVideo aria-hidden="true" />}
        title={t('studio.chapters.title')}
        value={lines.length > 0 ? t('post.buy.chapters', { count: lines.length }) : t('studio.chapters.none')}
        wanted={!isRight}
      >
        <p className="text-sm text-ink-3">{t('studio.chapters.hint')}</p>
        {lines.length > 0 ? (
          <ol className="grid gap-2">
            {lines.map((line, n) => (
              <li key={n} className="flex items-center gap-2">
                <Input
                  aria-label={t('studio.chapters.at')}
                  aria-invalid={secondOf(line.at) === null}
                  title={secondOf(line.at) === null ? t('studio.chapters.time') : undefined}
                  dir="ltr"
                  inputMode="text"
                  maxLength={8}
                  value={line.at}
                  onChange={(event) => change(n, { at: event.currentTarget.value })}
                  className="num w-22! shrink-0"
                />
                <Input
                  aria-label={t('studio.chapters.name')}
                  dir="auto"
                  maxLength={80}
                  value={line.title}
                  onChange={(event) => change(n, { title: event.currentTarget.value })}
                  className="min-w-0 flex-1"
                />
                <IconButton
                  label={t('studio.chapters.remove', { at: line.at })}
                  onClick={() => onChange(lines.filter((_, at) => at !== n))}
                >
                  <X aria-hidden="true" />
                </IconButton>
              </li>
            ))}
          </ol>
        ) : null}
        {isRight ? null : (
          <p role="status" className="text-sm text-danger-text">
            {t('studio.obstacle.chapters')}
          </p>
        )}
        {lines.length < chaptersMax ? (
          <div>
            <Button size="sm" onClick={() => onChange([...lines, { at: lines.length === 0 ? '0:00' : '', title: '' }])}>
              <Plus aria-hidden="true" />
              {t('studio.chapters.add')}
            </Button>
          </div>
        ) : null}
      </Fold>
      {mayDownload === null ? null : (
        <Switch
          className="min-h-[50px] items-center! border-t border-line py-2"
          label={t('studio.mayDownload')}
          hint={forbiddenBy ? t('studio.downloadForbidden', { name: forbiddenBy }) : t('studio.mayDownloadHint')}
          checked={mayDownload && !forbiddenBy}
          disabled={Boolean(forbiddenBy) || (isSold && mayDownload)}
          onChange={(event) => onMayDownload(event.currentTarget.checked)}
        />
      )}
    </section>
  )
}
