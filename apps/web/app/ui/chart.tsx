import { useEffect, useId, useRef, useState } from 'react'
import { useFormats, useT } from '../i18n/context.tsx'
import { Button } from './button.tsx'
import { Skeleton } from './states.tsx'

export interface Series {
  name: string
  values: readonly number[]
  /** The token of its colour: the same for the same thing, whatever else is shown. By its place where there is none. */
  color?: string
}
interface ChartProps {
  label: string
  /** The start of each column, as instants. */
  times: readonly string[]
  /** Stacked in this order; up to six. */
  series: readonly Series[]
  format: (value: number) => string
  height?: number
}
const colors = ['--chart-1', '--chart-2', '--chart-3', '--chart-4', '--chart-5', '--chart-6'] as const
const colorOf = ({ color }: Series, at: number): string => color ?? colors[at] ?? '--chart-6'

/** Stacked columns over time, with their totals below and a table after one click. The chart code is loaded when it is shown. */
export function Chart({ label, times, series, format, height = 260 }: ChartProps) {
  const t = useT()
  const { day, shortDay } = useFormats()
  const box = useRef<HTMLDivElement>(null)
  const [ready, setReady] = useState(false)
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  useEffect(() => {
    if (asTable || !box.current) return
    let chart: { destroy(): void } | undefined
    let gone = false
    void import('./chart-render.ts').then(({ renderColumns }) => {
      if (gone || !box.current) return
      chart = renderColumns(box.current, {
        times,
        series,
        format,
        date: day,
        tick: shortDay,
        height,
        colors: series.map(colorOf),
      })
      setReady(true)
    })
    return () => {
      gone = true
      chart?.destroy()
    }
  }, [asTable, times, series, format, day, shortDay, height])

  return (
    <figure aria-labelledby={id}>
      <figcaption id={id} className="sr-only">
        {label}
      </figcaption>
      {asTable ? (
        <div className="max-h-80 overflow-auto">
          <table className="num w-full text-sm">
            <thead>
              <tr className="text-xs text-ink-3">
                <th scope="col" className="py-1.5 text-start font-medium">
                  {t('ui.chart.day')}
                </th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className="text-end font-medium">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {times.map((time, at) => (
                <tr key={time} className="border-t border-line">
                  <th scope="row" className="py-1.5 text-start font-normal">
                    {day(time)}
                  </th>
                  {series.map(({ name, values }) => (
                    <td key={name} className="text-end">
                      {format(values[at] ?? 0)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <div className="relative" style={{ height }}>
          {ready ? null : <Skeleton className="absolute inset-0" />}
          <div ref={box} className="absolute inset-0" aria-hidden="true" />
        </div>
      )}
      <div className="mt-3 flex flex-wrap items-center gap-x-5 gap-y-2 border-t border-line pt-3.5 text-sm">
        {series.map((entry, at) => (
          <span key={entry.name} className="inline-flex items-center gap-2 text-ink-2">
            <span
              className="size-[9px] rounded-t-[5px] rounded-b-[2px]"
              style={{ background: `var(${colorOf(entry, at)})` }}
            />
            {entry.name}
            <b className="num text-ink">{format(entry.values.reduce((sum, value) => sum + value, 0))}</b>
          </span>
        ))}
        <Button size="sm" variant="ghost" className="ms-auto" onClick={() => setAsTable(!asTable)}>
          {asTable ? t('ui.chart.rendering') : t('ui.chart.table')}
        </Button>
      </div>
    </figure>
  )
}
