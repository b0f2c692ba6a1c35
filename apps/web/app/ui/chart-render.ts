import uPlot from 'uplot'
import './chart.css'
import type { Series } from './chart.tsx'

interface ChartRendering {
  times: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
  date: (instant: string) => string
  /** The same below the columns, where there is no room for the year. */
  tick: (instant: string) => string
  height: number
  colors: readonly string[]
}

/** Room for a date below the columns, and for a character of an amount beside them, in pixels. */
const tickWidth = 72
const amountWidth = 7
/** How much of a day's room its column takes. */
const filled = 0.68

/** Stacked columns with round tops and thin gaps; a tooltip follows the pointer. */
export function renderColumns(
  box: HTMLElement,
  { times, series, format, date, tick, height, colors }: ChartRendering,
): { destroy(): void } {
  const color = (name: string) => {
    // A colour token has two values; only a rendered element resolves the current one.
    box.style.color = `var(${name})`
    return getComputedStyle(box).color
  }
  const xs = times.map((time) => Date.parse(time) / 1000)
  // Half a column of room at either end, so that the first and the last are whole.
  const halfStep = xs.length > 1 ? ((xs.at(-1) ?? 0) - (xs[0] ?? 0)) / (xs.length - 1) / 2 : 43_200
  const tops = series.map((_, at) =>
    xs.map((_, x) => series.slice(0, at + 1).reduce((sum, { values }) => sum + (values[x] ?? 0), 0)),
  )
  // Tallest first, so that each lower sum is rendered over it.
  const layers = tops.map((values, at) => ({ values, at })).reverse()
  const tip = Object.assign(document.createElement('div'), { className: 'chart-tip', hidden: true })
  // Dates and amounts are elements above the canvas: they follow fonts that arrive later, the theme and forced colours.
  const labels = Object.assign(document.createElement('div'), { className: 'chart-labels' })
  let shownTimes: readonly number[] = []
  let shownAmounts: readonly number[] = []
  // Whole steps need no hundredths.
  const amount = (sum: number) => format(sum).replace(/[.,]00(?=\D*$)/, '')
  // A line of the surface's colour keeps columns and their parts from each other. uPlot paints columns of few pixels in the colour of
  // their line, which leaves nothing to see: these have none.
  const lineWidth = () => {
    const column = (filled * (box.clientWidth - tickWidth - tickWidth / 2)) / Math.max(1, xs.length)
    return column < 6 ? 0 : 1.6
  }
  const bars = uPlot.paths.bars?.({ size: [filled, 28], radius: 0.3, align: 0 })

  const chart = new uPlot(
    {
      width: box.clientWidth,
      height,
      // The last date is wider than its column.
      padding: [12, tickWidth / 2, 0, 0],
      legend: { show: false },
      cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
      scales: {
        x: { time: true, range: (_u, min, max) => [min - halfStep, max + halfStep] },
        // Below nothing only where something is: a day on which more was taken back than earned.
        y: { range: (_u, min, max) => [Math.min(0, min * 1.08), max > 0 ? max * 1.08 : min < 0 ? 0 : 1] },
      },
      axes: [
        {
          grid: { show: false },
          ticks: { show: false },
          size: 28,
          // Days that have a column, from the last one back, as many as have room: never a day after it.
          splits: (u) => {
            const every = Math.max(1, Math.ceil((xs.length * tickWidth) / Math.max(1, u.bbox.width / devicePixelRatio)))
            return xs.filter((_, day) => (xs.length - 1 - day) % every === 0)
          },
          values: (_u, ticks) => {
            shownTimes = ticks
            return []
          },
        },
        {
          grid: { stroke: color('--chart-grid'), width: 1 },
          ticks: { show: false },
          // As wide as its longest amount.
          size: () => Math.max(56, 16 + amountWidth * Math.max(0, ...shownAmounts.map((sum) => amount(sum).length))),
          space: 44,
          values: (_u, ticks) => {
            shownAmounts = ticks
            return []
          },
        },
      ],
      series: [
        {},
        ...layers.map(({ at }) => ({
          fill: color(colors[at] ?? '--chart-6'),
          stroke: color('--surface'),
          width: lineWidth(),
          points: { show: false },
          ...(bars ? { paths: bars } : {}),
        })),
      ],
      hooks: {
        setCursor: [(u) => showTip(u)],
        draw: [(u) => showLabels(u)],
      },
    },
    [xs, ...layers.map(({ values }) => values)] as uPlot.AlignedData,
    box,
  )
  box.append(labels, tip)

  function showLabels(u: uPlot): void {
    const left = u.bbox.left / devicePixelRatio
    const top = u.bbox.top / devicePixelRatio
    labels.replaceChildren(
      ...shownTimes.map((at) =>
        label(tick(new Date(at * 1000).toISOString()), 'date', left + u.valToPos(at, 'x'), top + u.over.clientHeight),
      ),
      ...shownAmounts.map((sum) => label(amount(sum), 'amount', left, top + u.valToPos(sum, 'y'))),
    )
  }

  function showTip(u: uPlot): void {
    const at = u.cursor.idx
    tip.hidden = at === null || at === undefined
    if (tip.hidden || at === null || at === undefined) return
    const total = tops.at(-1)?.[at] ?? 0
    tip.replaceChildren(
      line(date(times[at] ?? ''), format(total), null),
      ...series.map(({ name, values }, which) => line(name, format(values[at] ?? 0), colors[which] ?? null)),
    )
    const left = u.valToPos(xs[at] ?? 0, 'x') + u.bbox.left / devicePixelRatio
    tip.style.left = `${Math.min(Math.max(0, left - 82), box.clientWidth - 172)}px`
  }

  const observer = new ResizeObserver(() => {
    for (const entry of chart.series) entry.width = lineWidth()
    chart.setSize({ width: box.clientWidth, height })
  })
  observer.observe(box)
  return {
    destroy: () => {
      observer.disconnect()
      chart.destroy()
      labels.remove()
      tip.remove()
    },
  }
}

function label(text: string, axis: 'date' | 'amount', left: number, top: number): HTMLElement {
  const element = Object.assign(document.createElement('span'), { className: `chart-${axis}`, textContent: text })
  element.style.left = `${left}px`
  element.style.top = `${top}px`
  return element
}

function line(name: string, value: string, color: string | null): HTMLElement {
  const row = document.createElement(color ? 'div' : 'b')
  if (color) row.append(Object.assign(document.createElement('i'), { style: `background:var(${color})` }))
  row.append(name, Object.assign(document.createElement('span'), { textContent: value }))
  return row
}
