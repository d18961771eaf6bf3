// What a Go client of the description does with an amount: sends it, reads it, puts it back.
// tests/contract/run generates the package gl beside this file.
package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"gl-contract/gl"
)

const amount = 12345678.91

func main() {
	if err := walk(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Printf("Go: %.2f there and back\n", amount)
}

func walk(ctx context.Context) error {
	token := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "jwt "+os.Getenv("GL_TOKEN_CLARA"))
		return nil
	}
	client, err := gl.NewClientWithResponses(os.Getenv("GL_URL"), gl.WithRequestEditorFn(token))
	if err != nil {
		return err
	}
	memo := "Go"
	debit, credit := amount, amount
	body := gl.JournalEntryInput{
		TranDate: gl.Date{Time: time.Now().UTC()},
		Memo:     &memo,
		Lines:    []gl.JournalLineInput{{AccountId: "6100", Debit: &debit}, {AccountId: "1000", Credit: &credit}},
	}
	created, err := client.CreateJournalEntryWithResponse(ctx, nil, body)
	if err != nil {
		return err
	}
	if created.JSON201 == nil {
		return fmt.Errorf("created: %s %s", created.Status(), created.Body)
	}
	if !strings.Contains(string(created.Body), "12345678.91") {
		return fmt.Errorf("the answer says otherwise: %s", created.Body)
	}
	read, err := client.GetJournalEntryWithResponse(ctx, created.JSON201.JournalEntryId, nil)
	if err != nil {
		return err
	}
	entry := read.JSON200
	if entry == nil || entry.Lines == nil {
		return fmt.Errorf("read: %s %s", read.Status(), read.Body)
	}
	lines := *entry.Lines
	for _, found := range []float64{entry.TotalDebit, entry.TotalCredit, lines[0].Debit, lines[1].Credit} {
		if found != amount {
			return fmt.Errorf("%v came back as %v", amount, found)
		}
	}
	debit, credit = lines[0].Debit, lines[1].Credit
	changed, err := client.UpdateJournalEntryWithResponse(ctx, entry.JournalEntryId, nil, gl.JournalEntryChange{
		TranDate: body.TranDate,
		Lines:    body.Lines,
	})
	if err != nil {
		return err
	}
	if changed.JSON200 == nil || changed.JSON200.TotalDebit != amount {
		return fmt.Errorf("put back: %s %s", changed.Status(), changed.Body)
	}
	refused, err := client.GetJournalEntryWithResponse(ctx, "none", nil)
	if err != nil {
		return err
	}
	if problem := refused.ApplicationproblemJSON404; problem == nil || problem.Code != gl.ProblemCodeNotFound {
		return fmt.Errorf("refused: %s %s", refused.Status(), refused.Body)
	}
	return nil
}
