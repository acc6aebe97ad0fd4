/*
 * The yardstick of the Java port: what PostgreSQL's PageRepairFragmentation does to a heap page, up
 * to 13 and since 14, written from the description of the algorithms.
 *
 *     cc -O2 -shared -fPIC -o libcompaction.so compaction.c
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 24, POINTER = 4, LARGEST_PAGE = 32768, MOST_POINTERS = LARGEST_PAGE / POINTER };
enum { UNUSED, NORMAL, REDIRECT, DEAD };
enum { HAS_FREE_POINTERS = 1 };
enum { SORT_BASED = 13, SORT_FREE = 14 };
enum { REPAIRED = 0, CORRUPT_HEADER = 1, CORRUPT_POINTER = 2, CORRUPT_LENGTHS = 3 };

typedef struct {
  uint8_t lsn[8];
  uint16_t checksum;
  uint16_t flags;
  uint16_t lower;
  uint16_t upper;
  uint16_t special;
  uint16_t size_and_version;
  uint32_t prune_xid;
  uint32_t pointers[];
} page_t;

/* A tuple that has to find its place. */
typedef struct {
  uint16_t number; /* of its line pointer, from 0 */
  uint16_t offset;
  uint16_t length; /* aligned */
} item_t;

static inline unsigned offset_of(uint32_t pointer) { return pointer & 0x7fff; }
static inline unsigned state_of(uint32_t pointer) { return (pointer >> 15) & 3; }
static inline unsigned length_of(uint32_t pointer) { return pointer >> 17; }
static inline unsigned aligned(unsigned length) { return (length + 7u) & ~7u; }

static inline void place(page_t *page, unsigned number, unsigned offset) {
  page->pointers[number] = (page->pointers[number] & ~0x7fffu) | offset;
}

static int later_offset_first(const void *left, const void *right) {
  return (int)((const item_t *)right)->offset - (int)((const item_t *)left)->offset;
}

/* Up to 13: the order in the page stays, tuple after tuple moves to the end. */
static void compact_sorted(page_t *page, item_t *items, unsigned count) {
  uint8_t *bytes = (uint8_t *)page;
  unsigned upper = page->special;
  qsort(items, count, sizeof(item_t), later_offset_first);
  for (unsigned at = 0; at < count; at++) {
    upper -= items[at].length;
    memmove(bytes + upper, bytes + items[at].offset, items[at].length);
    place(page, items[at].number, upper);
  }
  page->upper = (uint16_t)upper;
}

/* Since 14: the order of the line pointers, and neighbours move together. */
static void compact_unsorted(
    page_t *page, const item_t *items, unsigned count, unsigned pointers, int presorted) {
  uint8_t scratch[LARGEST_PAGE];
  uint8_t *bytes = (uint8_t *)page;
  unsigned upper = page->special;
  unsigned at = 0;

  if (presorted || count >= pointers / 4) {
    while (at < count && items[at].offset + items[at].length == upper) {
      upper -= items[at++].length;
    }
  }
  if (at < count && !presorted) {
    if (count < pointers / 4) {
      for (unsigned each = 0; each < count; each++) {
        memcpy(scratch + items[each].offset, bytes + items[each].offset, items[each].length);
      }
    } else {
      memcpy(scratch + page->upper, bytes + page->upper, upper - page->upper);
    }
  }
  if (at < count) {
    const uint8_t *source = presorted ? bytes : scratch;
    unsigned end = items[at].offset + items[at].length;
    unsigned start = end;
    for (; at < count; at++) {
      const item_t *item = &items[at];
      if (item->offset + item->length != start) {
        if (presorted) {
          memmove(bytes + upper, source + start, end - start);
        } else {
          memcpy(bytes + upper, source + start, end - start);
        }
        end = item->offset + item->length;
      }
      start = item->offset;
      upper -= item->length;
      place(page, item->number, upper);
    }
    memmove(bytes + upper, source + start, end - start);
  }
  page->upper = (uint16_t)upper;
}

static int repair(page_t *page, unsigned page_size, int method) {
  item_t items[MOST_POINTERS];
  unsigned lower = page->lower;
  unsigned upper = page->upper;
  unsigned special = page->special;
  if (lower < HEADER || lower > upper || upper > special || special > page_size
      || special != aligned(special)) {
    return CORRUPT_HEADER;
  }
  unsigned pointers = (lower - HEADER) / POINTER;
  unsigned count = 0;
  unsigned total = 0;
  unsigned unused = 0;
  unsigned last_used = 0;
  unsigned previous = special;
  int presorted = 1;
  for (unsigned number = 0; number < pointers; number++) {
    uint32_t pointer = page->pointers[number];
    if (state_of(pointer) == UNUSED) {
      page->pointers[number] = 0;
      unused++;
      continue;
    }
    last_used = number + 1;
    if (length_of(pointer) == 0) {
      continue;
    }
    unsigned offset = offset_of(pointer);
    if (offset < upper || offset >= special) {
      return CORRUPT_POINTER;
    }
    presorted &= offset < previous;
    previous = offset;
    item_t *item = &items[count++];
    item->number = (uint16_t)number;
    item->offset = (uint16_t)offset;
    item->length = (uint16_t)aligned(length_of(pointer));
    total += item->length;
  }
  if (total > special - lower) {
    return CORRUPT_LENGTHS;
  }
  if (count == 0) {
    page->upper = (uint16_t)special;
  } else if (method == SORT_BASED) {
    compact_sorted(page, items, count);
  } else {
    compact_unsorted(page, items, count, pointers, presorted);
  }
  if (method != SORT_BASED && last_used < pointers) {
    unused -= pointers - last_used;
    page->lower = (uint16_t)(HEADER + last_used * POINTER);
  }
  page->flags = (uint16_t)((page->flags & ~HAS_FREE_POINTERS) | (unused ? HAS_FREE_POINTERS : 0));
  return REPAIRED;
}

/* Repairs pages that lie one after the other; the first error ends it. */
int repair_pages(uint8_t *pages, int32_t count, int32_t page_size, int32_t method) {
  for (int32_t each = 0; each < count; each++) {
    int result = repair((page_t *)(pages + (size_t)each * (size_t)page_size),
                        (unsigned)page_size, method);
    if (result != REPAIRED) {
      return result;
    }
  }
  return REPAIRED;
}

/* What putting the pages back as they were costs, which is part of every run. */
void restore_pages(uint8_t *pages, const uint8_t *originals, int64_t length) {
  memcpy(pages, originals, (size_t)length);
}
