// Row-major backtracking: the strategy `naive`, in Go.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
	"time"
)

type search struct {
	cells                    [81]byte
	blanks                   []int
	maxSolutions, nodeLimit  int64
	nodes, backtracks, found int64
	first                    string
}

func newSearch(puzzle string, maxSolutions, nodeLimit int64) *search {
	s := &search{maxSolutions: maxSolutions, nodeLimit: nodeLimit, first: "-"}
	for cell := range s.cells {
		if puzzle[cell] == '.' {
			s.blanks = append(s.blanks, cell)
		} else {
			s.cells[cell] = puzzle[cell] - '0'
		}
	}
	return s
}

// run returns true once the search is to stop.
func (s *search) run(depth int) bool {
	if depth == len(s.blanks) {
		s.found++
		if s.found == 1 {
			var text strings.Builder
			for _, value := range s.cells {
				text.WriteByte('0' + value)
			}
			s.first = text.String()
		}
		return s.found == s.maxSolutions
	}
	cell := s.blanks[depth]
	for value := byte(1); value <= 9; value++ {
		if !s.fits(cell, value) {
			continue
		}
		if s.nodes == s.nodeLimit {
			s.first = "?"
			return true
		}
		s.nodes++
		s.cells[cell] = value
		if s.run(depth + 1) {
			return true
		}
		s.cells[cell] = 0
		s.backtracks++
	}
	return false
}

func (s *search) fits(cell int, value byte) bool {
	row, column := cell/9, cell%9
	corner := row/3*27 + column/3*3
	for i := 0; i < 9; i++ {
		if s.cells[row*9+i] == value || s.cells[i*9+column] == value || s.cells[corner+i/3*9+i%3] == value {
			return false
		}
	}
	return true
}

func main() {
	maxSolutions, nodeLimit := int64(1), int64(-1)
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		line := input.Text()
		if strings.HasPrefix(line, "settings") {
			fmt.Sscanf(line, "settings max_solutions=%d node_limit=%d", &maxSolutions, &nodeLimit)
			continue
		}
		begin := time.Now()
		s := newSearch(line, maxSolutions, nodeLimit)
		s.run(0)
		ns := time.Since(begin).Nanoseconds()
		found := ""
		if s.first != "?" {
			found = fmt.Sprintf(" solutions=%d", s.found)
		}
		fmt.Printf("%s%s nodes=%d backtracks=%d ns=%d\n", s.first, found, s.nodes, s.backtracks, ns)
	}
}
